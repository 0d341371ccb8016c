#include "realizer/prepare/listening.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "realizer/speech/hearing/hear_all.h"

namespace kine {
namespace {

using script::BodyLanguageMode;

bool listens(const plan::Sequence& sequence) {
  const auto mode = sequence.body_language.mode.value_or(BodyLanguageMode::None);
  return sequence.speech != nullptr && sequence.body_language.amount > 0 &&
         (mode == BodyLanguageMode::Live || mode == BodyLanguageMode::Delayed);
}

MannerOfSpeaker manner_of(const script::BodyLanguage& moves) {
  return {.amount = moves.amount,
          .sections = {moves.sections.head, moves.sections.arms, moves.sections.lower}};
}

/// Of a speech that begins then, with hearing so much ahead of it. What would be heard before the
/// block begins is heard as it begins.
void add_heard(const std::vector<speech::Heard>& all, Seconds start, Seconds ahead,
               std::size_t speech, std::vector<Listening::Heard>& heard) {
  for (const speech::Heard& each : all) {
    const Seconds known = std::max(start + each.found - ahead, Seconds{0});
    if (each.kind != speech::Heard::Kind::Peak) {
      heard.push_back({.at = known,
                       .heard = {.symbol = static_cast<std::uint8_t>(each.observation.symbol()),
                                 .context = each.observation.context,
                                 .known_s = known.count()},
                       .speech = speech});
    } else if (ahead > Seconds{0} && !heard.empty() && heard.back().at == known) {
      heard.back().heard.next_peak_s = (start + each.at).count();
    }
  }
}

/// Why it moves in another way than was asked for; empty: it does not.
std::string_view fault_of(const plan::Sequence& sequence, const PlayableRepertoire* repertoire) {
  if (repertoire == nullptr) {
    return "there is no model of body language (see --model), so its character does not move by "
           "what it says";
  }
  if (sequence.speech->audio.samples.empty()) {
    return "it has no sound that could be heard, so its character does not move by it: mode "
           "planned needs none";
  }
  return {};
}

}  // namespace

std::shared_ptr<const Listening> listening_of(
    const plan::Plan& plan, const motion::Block& block,
    const std::shared_ptr<const PlayableRepertoire>& repertoire, Diagnostics& diagnostics) {
  auto listening = std::make_shared<Listening>(Listening{.repertoire = repertoire});
  for (const motion::Utterance& said : block.utterances) {
    const auto sequence = std::ranges::find(plan.sequences, said.id, &plan::Sequence::id);
    const bool is_nothing = said.track->length == Seconds{0};  // a recording that is not there
    if (sequence == plan.sequences.end() || !listens(*sequence) || is_nothing) continue;
    if (const auto fault = fault_of(*sequence, repertoire.get()); !fault.empty()) {
      diagnostics.warn({.message = std::string(fault),
                        .where = sequence->where,
                        .kind = WarningKind::CannotCreateBehaviour,
                        .about = said.id});
      continue;
    }
    const script::BodyLanguage& moves = sequence->body_language;
    const bool is_delayed = moves.mode == BodyLanguageMode::Delayed;
    const auto all = speech::hear_all(said.track->audio, repertoire->prosody);
    if (!all) continue;  // no voice has such a rate
    add_heard(*all, said.start, is_delayed ? moves.delay : Seconds{0}, listening->speeches.size(),
              listening->heard);
    listening->speeches.push_back({.id = said.id, .manner = manner_of(moves)});
  }
  if (listening->speeches.empty()) return nullptr;
  std::ranges::stable_sort(listening->heard, {}, &Listening::Heard::at);
  return listening;
}

}  // namespace kine
