// Behaviours that move nothing: waiting, whose end others can hang on to, and what is done to other
// blocks, which takes no time.
#include <string>
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

}  // namespace

Drafted draft_wait(const script::Wait& wait, const script::Behaviour& behaviour,
                   const DraftContext&) {
  if (wait.length) return idle_for(Phase::rigid(*wait.length), behaviour.where);
  const Seconds longest = wait.longest.value_or(Seconds{0});
  return idle_for({.preferred = longest, .least = Seconds{0}, .most = wait.longest},
                  behaviour.where);
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
  if (!is_parameter(change.parameter.text)) {
    return unable_to("of what plays only 'amount' can be changed, not " +
                     quoted(change.parameter.text));
  }
  if (change.to < 0 || change.to > 1) {
    return unable_to("an amount is from 0 to 1, not " + quoted(format_number(change.to)));
  }
  if (change.behaviour.text.find(':') == std::string::npos) {
    return unable_to("the target is no behaviour of a block: " + quoted(change.behaviour.text));
  }
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

}  // namespace kine::plan
