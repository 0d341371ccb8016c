// The kinds of motion that are solved in the tick, and step 6 over them.
#pragma once

#include <span>

#include "realizer/tick/kinds/kind.h"

namespace kine {

/// In the order in which they are solved: feet before the body over them, that before looks, and
/// hands that are kept last.
std::span<const Kind* const> kinds();

/// The row of these keys; of Nothing it is that of ordinary segments, which are solved by nothing.
const Kind& kind_of(pose::Solved keys);
inline const Kind& kind_of(const ActiveSegment& active) { return kind_of(active.contents.solved); }

/// Step 6 of a tick, for one character.
void solve_pose(const SolveJob& job);

}  // namespace kine
