// Behaviours that move nothing: waiting, whose end others can hang on to, and what is done to other
// blocks, which takes no time.
#include "realizer/plan/behaviours/draft.h"

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
  return idle_for(wait.length ? Phase::rigid(*wait.length) : Phase{}, behaviour.where);
}

Drafted draft_activate(const script::Activate&, const script::Behaviour& behaviour,
                       const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

Drafted draft_interrupt(const script::InterruptBlock&, const script::Behaviour& behaviour,
                        const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

}  // namespace kine::plan
