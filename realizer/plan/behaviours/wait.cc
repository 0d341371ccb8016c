// Behaviours that move nothing: waiting, whose end others can hang on to, and what is done to other
// blocks, which takes no time.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/parameters.h"

namespace kine::plan {
namespace {

Draft idle_for(const Phase& phase, Where where) {
  return {.phases = {.points = {"start", "end"}, .phases = {phase}},
          .at = [where](const MomentTimes& times) {
            script::Sequence sequence;
            sequence.start = {times.front(), script::Time::From::Block, where};
            sequence.fade_out = times.back() - times.front();
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

Drafted draft_activate(const script::Activate&, const script::Behaviour& behaviour,
                       const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

Drafted draft_interrupt(const script::InterruptBlock&, const script::Behaviour& behaviour,
                        const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

Drafted draft_change(const script::ChangeParameter& change, const script::Behaviour& behaviour,
                     const DraftContext&) {
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
    return unable_to(range_words(change.parameter.text, *range) + ", not " +
                     quoted(format_number(value)));
  }
  if (change.behaviour.text.find(':') == std::string::npos) {
    return unable_to("the target is no behaviour of a block: " + quoted(change.behaviour.text));
  }
  Draft draft = idle_for(idleness(Seconds{0}), behaviour.where);
  if (!is_trajectory(change.trajectory.text)) {
    draft.lacks = "a trajectory is 'linear' or 'instant', and it goes as the first, not as " +
                  quoted(change.trajectory.text);
  }
  return draft;
}

}  // namespace kine::plan
