#include "realizer/tick/kinds/hand_kind.h"

#include "realizer/tick/solving/held_hands.h"
#include "realizer/tick/solving/on_top.h"

namespace kine {

void HandKind::solve(const SolveJob& job) const {
  TickScratch& scratch = job.scratch;
  scratch.samples.resize(scratch.layers.size());
  hold_hands({*job.row.cast->body, scratch.layers, *job.row.base, lay_on_top(scratch),
              scratch.samples, scratch.pose});
}

}  // namespace kine
