// Step 6 of a tick: arms that point, wherever what they point at goes.
#pragma once

#include "realizer/tick/solving/gaze.h"

namespace kine {

/// The turns that life will lay over the column, which carries the arm.
using OnTop = std::array<Quat, solve::kColumnLength>;

/// Turns the trunk for the arm of the layer's keys, as far as it needs it and is free. Looks may
/// turn it elsewhere then, so the arm comes after them.
void turn_trunk_for_pointing(const GazeStage& stage, const GazeLayer& layer, const OnTop& on_top,
                             pose::Pose& pose);

/// Turns the arm of the layer's keys on the trunk as it stands. `below` is the pose before anybody
/// turned its trunk for looks, `freedom` what the layers over this one leave of the arm.
void solve_pointing(const GazeStage& stage, const GazeLayer& layer, double freedom,
                    const OnTop& on_top, const pose::Pose& below, pose::Pose& pose);

}  // namespace kine
