// Behaviours that move nothing: waiting, whose end others can hang on to, what changes the life of
// the character, and what is done to other blocks, which takes no time.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/life.h"
#include "realizer/plan/parameters.h"

namespace kine::plan {
namespace {

Draft idle_for(const Phase& phase, Where where) {
  return {.phases = {.points = {"start", "end"}, .phases = {phase}},
          .at = [where](const MomentTimes& times) {
            script::Sequence sequence;
            sequence.start = {times.front(), script::Time::From::Block, where};
            sequence.lasts = times.back() - times.front();
            sequence.fade_out = Seconds{0};
            sequence.where = where;
            return sequence;
          }};
}

/// A hold that gives way as readily when it is short, or nothing: by the second, not by its share.
Phase idleness(Seconds preferred) {
  constexpr Seconds kShortest{0.01};  // shorter ones are as stiff
  Phase phase = Phase::hold(preferred);
  phase.stiffness *= std::max(preferred, kShortest).count();
  return phase;
}

/// "an amount is from 0 to 1"
std::string range_words(const std::string& parameter, const ParameterRange& range) {
  return (parameter == "amount" ? "an " : "a ") + parameter + " is from " +
         format_number(range.least) + " to " + format_number(range.most);
}

bool is_trajectory(std::string_view name) {
  return name.empty() || name == "linear" || name == "instant";
}

}  // namespace

Drafted draft_wait(const script::Wait& wait, const script::Behaviour& behaviour,
                   const DraftContext&) {
  if (wait.length) return idle_for(Phase::rigid(*wait.length), behaviour.where);
  const Seconds longest = wait.longest.value_or(Seconds{0});
  Phase phase = idleness(longest);
  phase.most = wait.longest;
  return idle_for(phase, behaviour.where);
}

Drafted draft_emitter(const script::Emitter& emitter, const script::Behaviour& behaviour,
                      const DraftContext&) {
  constexpr double kMinute_s = 60;
  const bool blinks = emitter.what == script::Emitter::What::Blinks;
  const LifeParameter parameter = blinks ? LifeParameter::BlinkRate : LifeParameter::BreathRate;
  const LifeRange range = range_of(parameter);
  const double wanted = emitter.every ? kMinute_s / emitter.every->count() : range.usual;
  script::Autonomous rate{.behaviour = {blinks ? "blink-rate" : "breath-rate", behaviour.where},
                          .value = std::min(wanted, range.max),
                          .where = behaviour.where};
  Draft draft = idle_for(idleness(Seconds{0}), behaviour.where);
  draft.at = [rate, at = draft.at](const MomentTimes& times) {
    script::Sequence sequence = at(times);
    const auto add = [&](Seconds time, const script::Autonomous& life) {
      script::Pose& pose = sequence.poses.emplace_back();
      pose.time = {time, script::Time::From::Sequence, rate.where};
      pose.constraints = {life};
      pose.where = rate.where;
    };
    add(Seconds{0}, rate);
    if (sequence.lasts <= Seconds{0}) return sequence;  // it goes on
    script::Autonomous back = rate;
    back.back = true;
    add(sequence.lasts, back);
    return sequence;
  };
  if (wanted > range.max) {
    draft.lacks = std::string(blinks ? "a character blinks" : "a character breathes") +
                  " at most " + format_number(range.max) + " times a minute, and not every " +
                  quoted(format_number(emitter.every->count()) + " s");
  }
  return draft;
}

Drafted draft_activate(const script::Activate&, const script::Behaviour& behaviour,
                       const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

Drafted draft_interrupt(const script::InterruptBlock&, const script::Behaviour& behaviour,
                        const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

Drafted draft_change(const script::ChangeParameter& written, const script::Behaviour& behaviour,
                     const DraftContext&) {
  const bool counts_percent = is_percentage(written);
  const script::ChangeParameter change = in_our_scale(written);
  const auto unable_to = [&](std::string message) {
    return Unable{WarningKind::CannotCreateBehaviour, std::move(message), behaviour.where};
  };
  const auto range = range_of(change.parameter.text);
  if (!range) {
    return unable_to("of what plays " + all_parameter_names() + " can be changed, not " +
                     quoted(change.parameter.text));
  }
  for (const double value : {change.from.value_or(change.to), change.to}) {
    if (value >= range->least && value <= range->most) continue;
    const std::string percent =
        counts_percent ? ", or from 0 to 100 where a value is above 1" : std::string();
    return unable_to(range_words(change.parameter.text, *range) + percent + ", not " +
                     quoted(format_number(counts_percent ? kPercent * value : value)));
  }
  if (change.behaviour.text.find(':') == std::string::npos) {
    return unable_to("the target is no behaviour of a block: " + quoted(change.behaviour.text));
  }
  Draft draft = idle_for(idleness(Seconds{0}), behaviour.where);
  if (!is_trajectory(change.trajectory.text)) {
    draft.lacks = "a trajectory is 'linear' or 'instant', and it goes as the first, not as " +
                  quoted(change.trajectory.text);
  }
  if (counts_percent) {
    draft.remark = "a volume above 1 counts from 0 to 100, and so does all of this change, " +
                   quoted(format_number(std::max(written.from.value_or(0), written.to)));
  }
  return draft;
}

}  // namespace kine::plan
