#include "realizer/plan/tension/muscle_tension.h"

#include <algorithm>
#include <cmath>

namespace kine::plan {
namespace {

/// Firmer where arms are looser than at `alike_m`, and looser where they are firmer.
Tension narrowed(const Tension& of_arms, double alike_m) {
  constexpr double kNarrower = 0.4;
  constexpr double kZetaLeast = 0.6;  // what carries arms rings less than they do
  return {.rest_error_m = alike_m * std::pow(of_arms.rest_error_m / alike_m, kNarrower),
          .zeta = std::max(of_arms.zeta, kZetaLeast)};
}

}  // namespace

body::JointSet trunk_muscles() {
  using enum body::Joint;
  body::JointSet joints;
  for (const body::Joint joint : {Spine, Chest, UpperChest, Neck, Head}) joints.insert(joint);
  return joints;
}

body::JointSet leg_muscles() {
  using enum body::Joint;
  body::JointSet joints;
  for (const body::Joint joint :
       {LeftUpperLeg, RightUpperLeg, LeftLowerLeg, RightLowerLeg, LeftFoot, RightFoot}) {
    joints.insert(joint);
  }
  return joints;
}

body::JointSet muscles() {
  body::JointSet joints = trunk_muscles() | leg_muscles();
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    for (const body::Joint joint : {arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand}) {
      joints.insert(joint);
    }
  }
  return joints;
}

body::JointSet pushed_joints() {
  body::JointSet joints = muscles();
  joints.insert(body::Joint::Hips);
  return joints;
}

Tension of_trunk(const Tension& of_arms) {
  constexpr double kAlike_m = 0.1;
  return narrowed(of_arms, kAlike_m);
}

Tension tension_at(body::Joint joint, const Tension& of_arms) {
  constexpr double kUsual_m = 0.01;
  if (trunk_muscles().contains(joint)) return of_trunk(of_arms);
  const bool is_clavicle =
      joint == body::Joint::LeftShoulder || joint == body::Joint::RightShoulder;
  return is_clavicle ? narrowed(of_arms, kUsual_m) : of_arms;
}

}  // namespace kine::plan
