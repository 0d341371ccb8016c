// What a conversation makes of speeches that its client gives with their sound: from Say and
// SayMore to a script like any other.
#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/conversation/conversation.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

using kinesphere::Say;

std::optional<TimeUnit> unit_of(Say::Unit unit) {
  switch (unit) {
    case Say::SECONDS:
      return TimeUnit::Seconds;
    case Say::MILLISECONDS:
      return TimeUnit::Milliseconds;
    case Say::TICKS:
      return TimeUnit::Ticks;
    default:
      return {};
  }
}

std::optional<speech::Timing> timing_of(kinesphere::Timing timing) {
  switch (timing) {
    case kinesphere::MEASURED:
      return speech::Timing::Measured;
    case kinesphere::MARKS:
      return speech::Timing::Marks;
    case kinesphere::ALIGNED:
      return speech::Timing::Aligned;
    case kinesphere::ESTIMATED:
      return speech::Timing::Estimated;
    default:
      return {};
  }
}

std::optional<std::string> reason_to_refuse(const Say& say) {
  const bool is_known = Say::Unit_IsValid(say.unit()) && kinesphere::Timing_IsValid(say.timing());
  if (!is_known) return "a unit or a timing that this server does not know";
  if (!say.script().empty() && !(say.text().empty() && say.composition().empty())) {
    return "a text or a composition beside a script, which has its own";
  }
  return {};
}

}  // namespace

void Conversation::on_say(Say& say) {
  const std::string counted = "script" + std::to_string(++scripts_counted_);
  const std::string id = say.id().empty() ? counted : say.id();
  const auto no = [&](std::string reason, ErrorCode code) {
    refuse(id, {code, std::move(reason)},
           code == ErrorCode::Syntax ? WarningKind::ParsingFailure
                                     : WarningKind::ImpossibleToSchedule);
  };
  if (auto reason = reason_to_refuse(say.id())) return no(*reason, ErrorCode::LimitExceeded);
  if (auto reason = server::reason_to_refuse(say)) return no(*reason, ErrorCode::Syntax);
  auto given = GivenSpeech::open({.rate_hz = say.rate_hz(),
                                  .unit = unit_of(say.unit()),
                                  .timing = timing_of(say.timing()),
                                  .has_script = !say.script().empty(),
                                  .begins_whole = say.when_whole(),
                                  .memory = memory_});
  if (!given) return no(given.error().message, given.error().code);

  const bool has_script = !say.script().empty();
  auto voice = std::make_shared<const GivenVoice>(*given, *services_.options.voice);
  auto taken = source_of(id, std::move(*say.mutable_script()), std::move(*say.mutable_character()));
  if (!taken) return no(taken.error().message, taken.error().code);
  auto source = *std::move(taken);
  source->voice = voice.get();
  source->own_voice = std::move(voice);
  if (!has_script) {
    source->text_to_say = [id, composition = say.composition()](std::string_view said) {
      return bml_to_say(id, said, composition);
    };
  }
  const Place script =
      scripts_.insert(scripts_.end(), Script{.id = id,
                                             .number = scripts_counted_,
                                             .wants_predictions = say.predictions(),
                                             .given = *std::move(given),
                                             .waiting = std::move(source)});
  kinesphere::SayMore first;
  *first.mutable_text() = std::move(*say.mutable_text());
  *first.mutable_audio() = std::move(*say.mutable_audio());
  *first.mutable_words() = std::move(*say.mutable_words());
  first.set_last(!say.more());
  give(script, first);
}

void Conversation::on_say_more(const kinesphere::SayMore& more) {
  const auto script = std::ranges::find_if(
      scripts_, [&](const Script& each) { return each.given != nullptr && each.id == more.id(); });
  if (script == scripts_.end()) {
    // Pieces that are on their way to one that was interrupted are no news.
    if (std::exchange(complained_about_, more.id()) == more.id()) return;
    return complain("no speech of yours waits for more: " + quoted(more.id()));
  }
  give(script, more);
}

/// A piece to a speech, which begins once enough of it is there.
void Conversation::give(Place script, const kinesphere::SayMore& piece) {
  const auto added = script->given->add({.text = piece.text(),
                                         .audio = piece.audio(),
                                         .words = piece.words(),
                                         .from_piece = piece.from_piece(),
                                         .last = piece.last()},
                                        steady_now(), heard_of(*script));
  if (!added && script->waiting == nullptr) {
    if (script->given->is_whole() || script->given->is_over()) {
      if (std::exchange(complained_about_, script->id) == script->id) return;
      return complain("speech " + quoted(script->id) + ": " + added.error().message);
    }
    return script->given->refuse(added.error().message);
  }
  if (!added) {
    const std::string id = script->id;
    scripts_.erase(script);
    return refuse(id, added.error(), kind_of_refusal(added.error(), false));
  }
  if (script->waiting == nullptr || !script->given->can_begin()) return;
  auto source = std::make_shared<ScriptSource>(*std::exchange(script->waiting, nullptr));
  if (source->text_to_say) source->text = source->text_to_say(script->given->text());
  send_to_pool(script, std::move(source));
}

/// How much of its speech has been said; nothing where that has not begun.
std::optional<Seconds> Conversation::heard_of(const Script& script) const {
  const auto now = present_tick();
  for (const OwnBlock& own : script.blocks) {
    if (!own.start || !now || own.block->utterances.empty()) continue;
    const Seconds played = TickRate(services_.options.tick_rate_hz).between(*own.start, *now);
    const Seconds heard = played - own.block->utterances.front().start;
    if (heard >= Seconds{0}) return heard;
  }
  return {};
}

/// On a thread of the pool: what only the caller can have done wrong is refused, and not mouthed.
void Conversation::judge_given(const ScriptSource& source, Result<Prepared>& prepared,
                               Diagnostics& diagnostics) {
  if (!prepared) return;
  const auto& voice = static_cast<const GivenVoice&>(*source.own_voice);
  std::optional<Error> fault = voice.given().fault();
  if (!voice.was_asked()) {
    fault = Error{ErrorCode::Syntax, "the script has no <speech> that could be said so"};
  }
  if (fault) {
    for (const auto& block : prepared->blocks) services_.scene.live_blocks.forget(*block);
    prepared = *std::move(fault);
    return;
  }
  if (const std::string remark = voice.given().remark(); !remark.empty()) {
    diagnostics.warn({.message = remark, .about = source.script_id});
  }
}

/// A speech that has not begun and is interrupted: its sound is held no longer. Whether there is
/// one of this id.
bool Conversation::let_go_of_waiting(const std::string& id) {
  const auto script = std::ranges::find_if(
      scripts_, [&](const Script& each) { return each.waiting != nullptr && each.id == id; });
  if (script == scripts_.end()) return false;
  scripts_.erase(script);
  complained_about_ = id;  // pieces of it that are on their way are no news
  refuse(id, {ErrorCode::LimitExceeded, "interrupted before it began"});
  return true;
}

/// A block of its script is over: perhaps before its caller was done. Its sound is not needed any
/// more when no other block of the script says anything.
void Conversation::end_given(const Script& script, const OwnBlock& own, const Feedback& feedback) {
  const bool is_said = std::ranges::none_of(script.blocks, [&](const OwnBlock& each) {
    return each.id != own.id && !each.block->utterances.empty();
  });
  if (is_said) script.given->let_go();
  if (feedback.kind != FeedbackKind::Ended || script.given->is_whole()) return;
  complain("speech " + quoted(script.id) + " has ended: nothing more of it came for 5 s");
}

}  // namespace kine::server
