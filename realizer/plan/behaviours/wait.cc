// Waiting: nothing moves, and others can hang on to its end.
#include "realizer/plan/behaviours/draft.h"

namespace kine::plan {

Drafted draft_wait(const script::Wait& wait, const script::Behaviour& behaviour,
                   const DraftContext&) {
  const Phase phase = wait.length ? Phase::rigid(*wait.length) : Phase{};
  return Draft{.phases = {.points = {"start", "end"}, .phases = {phase}},
               .at = [where = behaviour.where](const MomentTimes& times) {
                 script::Sequence sequence;
                 sequence.start = {times.front(), script::Time::From::Block, where};
                 sequence.fade_out = times.back() - times.front();
                 sequence.where = where;
                 return sequence;
               }};
}

}  // namespace kine::plan
