// The shape of an arm: near to the body or far from it, elbows close or out (Neff and Fiume 2003,
// section 4.4: joint angles are edited, not targets).
//
//   rotations of a pose, extent, elbows --shape_arm--> rotations
#pragma once

#include <array>

#include "realizer/body/body.h"

namespace kine::solve {

/// Both in [-1, 1]; at 0 nothing changes, to the bit. An extent opens or closes elbow and shoulder
/// about where they hang; elbows turn about the line from shoulder to wrist, and the hand keeps its
/// place and its turn.
void shape_arm(const body::Body& body, body::Side side, double extent, double elbows,
               std::array<Quat, body::kJointCount>& parent_from_joint);

}  // namespace kine::solve
