// Step 6 of a tick: arms that point, wherever what they point at goes.
#pragma once

#include "realizer/gaze.h"

namespace kine {

/// Turns the arm of the layer's keys, and the trunk as far as it needs it. The layer's freedoms are
/// not looked at: what lies over it is blended over it by its caller.
void solve_pointing(const GazeStage& stage, const GazeLayer& layer, double freedom,
                    pose::Pose& pose);

}  // namespace kine
