// Speeches that a client gives with their sound, from Say and SayMore to a script like any other;
// and interrupts, of those that wait for their sound too.
#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/conversation/returning.h"
#include "server/conversation/scripts.h"
#include "server/demonstration/demonstration.h"
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

void Scripts::say(Say& say) {
  if (is_answered_again(caller_, say.id())) {
    complained_about_ = say.id();  // pieces that follow it are no news
    return;
  }
  const std::string counted = count();
  const std::string id = say.id().empty() ? counted : say.id();
  auto trace = ScriptTrace::of(say.traceparent());
  const auto no = [&](std::string reason, ErrorCode code) {
    refuse(caller_, {id, trace.parent}, {code, std::move(reason)},
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
                                  .memory = caller_.memory});
  if (!given) return no(given.error().message, given.error().code);

  const bool has_script = !say.script().empty();
  auto voice = std::make_shared<const GivenVoice>(*given, *caller_.services.options.voice);
  auto taken = source_of(id, std::move(*say.mutable_script()), std::move(*say.mutable_character()));
  if (!taken) return no(taken.error().message, taken.error().code);
  const auto is_new = expect_script(caller_, say.id());
  if (!is_new) return no(is_new.error().message, is_new.error().code);
  if (!*is_new) return;
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
                                             .number = counted_,
                                             .wants_predictions = say.predictions(),
                                             .trace = std::move(trace),
                                             .given = *std::move(given),
                                             .waiting = std::move(source)});
  kinesphere::SayMore first;
  *first.mutable_text() = std::move(*say.mutable_text());
  *first.mutable_audio() = std::move(*say.mutable_audio());
  *first.mutable_words() = std::move(*say.mutable_words());
  first.set_last(!say.more());
  give(script, first);
}

void Scripts::say_more(const kinesphere::SayMore& more) {
  const auto script = std::ranges::find_if(
      scripts_, [&](const Script& each) { return each.given != nullptr && each.id == more.id(); });
  if (script == scripts_.end()) {
    // Pieces that are on their way to one that was interrupted are no news.
    if (std::exchange(complained_about_, more.id()) == more.id()) return;
    return complain(caller_, "no speech of yours waits for more: " + quoted(more.id()));
  }
  give(script, more);
}

/// A piece to a speech, which begins once enough of it is there.
void Scripts::give(Place script, const kinesphere::SayMore& piece) {
  const auto added = script->given->add({.text = piece.text(),
                                         .audio = piece.audio(),
                                         .words = piece.words(),
                                         .from_piece = piece.from_piece(),
                                         .last = piece.last()},
                                        steady_now(), heard_of(caller_, *script));
  if (!added && script->waiting == nullptr) {
    if (script->given->is_whole() || script->given->is_over()) {
      if (std::exchange(complained_about_, script->id) == script->id) return;
      return complain(caller_, "speech " + quoted(script->id) + ": " + added.error().message);
    }
    return script->given->refuse(added.error().message);
  }
  if (!added) {
    const ScriptName name{script->id, script->trace.parent};
    scripts_.erase(script);
    return refuse(caller_, name, added.error(), kind_of_refusal(added.error(), false));
  }
  if (script->waiting == nullptr || !script->given->can_begin()) return;
  auto source = std::make_shared<ScriptSource>(*std::exchange(script->waiting, nullptr));
  if (source->text_to_say) source->text = source->text_to_say(script->given->text());
  send_to_pool(script, std::move(source));
}

/// A speech that has not begun and is interrupted: its sound is held no longer. Whether there is
/// one of this id.
bool Scripts::let_go_of_waiting(const std::string& id) {
  const auto script = std::ranges::find_if(
      scripts_, [&](const Script& each) { return each.waiting != nullptr && each.id == id; });
  if (script == scripts_.end()) return false;
  const ScriptName name{id, script->trace.parent};
  scripts_.erase(script);
  complained_about_ = id;  // pieces of it that are on their way are no news
  refuse(caller_, name, {ErrorCode::LimitExceeded, "interrupted before it began"});
  return true;
}

/// A block of its script is over: perhaps before its caller was done. Its sound is not needed any
/// more when no other block of the script says anything.
void Scripts::end_given(const Script& script, const OwnBlock& own, const Feedback& feedback) {
  const bool is_said = std::ranges::none_of(script.blocks, [&](const OwnBlock& each) {
    return each.id != own.id && !each.block->utterances.empty();
  });
  if (is_said) script.given->let_go();
  if (feedback.kind != FeedbackKind::Ended || script.given->is_whole()) return;
  complain(caller_, "speech " + quoted(script.id) + " has ended: nothing more of it came for 5 s");
}

bool Scripts::interrupt_script(const std::string& id, Seconds fade) {
  if (let_go_of_waiting(id)) return true;
  std::vector<Input> inputs;
  bool found = false;
  for (Script& script : scripts_) {
    const bool whole = script.id == id;
    if (whole && !script.committed) script.interrupted = fade;
    for (const OwnBlock& block : script.blocks) {
      if (!whole && block.name != id) continue;
      inputs.push_back(Interrupt{block.character, block.id, fade});
      found = true;
    }
    found = found || whole;
  }
  if (!inputs.empty() && !caller_.stage->scene.mailbox.push(std::move(inputs))) {
    complain(caller_, "busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
  return found;
}

/// Of one character the last such interrupt counts: however many come, no more than one is kept of
/// each character that is there.
void Scripts::interrupt_character(CharacterId character, Seconds fade) {
  if (!std::ranges::all_of(scripts_, &Script::committed)) {
    const bool is_new = !early_interrupts_.contains(character);
    if (is_new &&
        early_interrupts_.size() >= caller_.stage->scene.roster.present()->entries.size()) {
      std::erase_if(early_interrupts_, [&](const auto& each) {
        return caller_.stage->scene.roster.find(each.first) == nullptr;
      });
    }
    early_interrupts_[character] = {.up_to = counted_, .fade = fade};
  }
  if (caller_.stage->demonstration != nullptr) caller_.stage->demonstration->give_way();
  if (!caller_.stage->scene.mailbox.push({Interrupt{character, {}, fade}})) {
    complain(caller_, "busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
}

}  // namespace kine::server
