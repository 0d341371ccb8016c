// Pointing: an arm and its index finger at a point, and the trunk turned where the arm alone
// cannot.
//
//   Pose, target --point_at--> the rotations of trunk and arm with which it points
//
// Solved in a tick, so nothing allocates here: a guess by geometry, and then each joint from the
// wrist inwards takes what is missing, within its limits. Continuous in the target but behind the
// other shoulder, where the arm comes round the other way.
#pragma once

#include <array>

#include "realizer/body/body.h"

namespace kine::solve {

/// All that pointing with this arm moves: the arm, and what turns the chest.
body::JointSet joints_that_point(body::Side side);

/// What turns the chest, from the hips upwards.
inline constexpr std::array<body::Joint, 3> kPointingTrunk = {
    body::Joint::Spine, body::Joint::Chest, body::Joint::UpperChest};

/// Of each of kPointingTrunk, how free it is: 0 where others hold it.
using TrunkFreedom = std::array<double, kPointingTrunk.size()>;

/// Turns the trunk of `pose`, local rotations, by what the arm leaves to it of the way to
/// `target_m`, in the character's space.
void turn_trunk_to(const body::Body& body, body::Side side, const Vec3& target_m,
                   const TrunkFreedom& freedom, std::array<Quat, body::kJointCount>& pose);

/// Turns the arm, on the trunk as it stands, so that the line of the index finger from its knuckle
/// meets `target_m`. The arm is nearly straight; for what is near, it bends. The result is the
/// angle that is missing, in radians: where the finger cannot get there.
double point_arm_at(const body::Body& body, body::Side side, const Vec3& target_m,
                    std::array<Quat, body::kJointCount>& pose);

/// An arm that points in `aimed`, on the trunk of `pose`: its upper arm keeps its direction, and
/// what is missing then is made up for. As continuous as both are.
void carry_aimed_arm(const body::Body& body, body::Side side, const Vec3& target_m,
                     const std::array<Quat, body::kJointCount>& aimed,
                     std::array<Quat, body::kJointCount>& pose);

/// Both.
inline double point_at(const body::Body& body, body::Side side, const Vec3& target_m,
                       std::array<Quat, body::kJointCount>& pose) {
  turn_trunk_to(body, side, target_m, {1, 1, 1}, pose);
  return point_arm_at(body, side, target_m, pose);
}

}  // namespace kine::solve
