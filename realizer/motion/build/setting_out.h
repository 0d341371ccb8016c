// What a body does before it sets out: its hips drop, and rise with the first step.
#pragma once

#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

/// The drop before a walk that begins at `start`, for an anticipation in [0, 1]; of 0 none.
void add_drop(const plan::Sequence& sequence, Seconds start, double anticipation, Block& block);

}  // namespace kine::motion
