// Pointing: an arm and its index finger at a point, and the trunk turned where the arm alone
// cannot.
//
//   Pose, target --point_at--> the rotations of trunk and arm with which it points
//
// Solved in a tick, so nothing allocates here. Continuous in the target but straight behind the
// other shoulder, which an arm cannot reach from either side.
#pragma once

#include <array>

#include "realizer/body/body.h"

namespace kine::solve {

/// All that pointing with this arm moves: the arm, and what turns the chest.
body::JointSet joints_that_point(body::Side side);

/// Turns `pose`, local rotations, so that the finger's line meets `target_m`, in the character's
/// space. The arm is nearly straight; for what is near, it bends.
void point_at(const body::Body& body, body::Side side, const Vec3& target_m,
              std::array<Quat, body::kJointCount>& pose);

}  // namespace kine::solve
