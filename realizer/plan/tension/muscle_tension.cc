#include "realizer/plan/tension/muscle_tension.h"

#include <algorithm>
#include <cmath>

namespace kine::plan {

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
  constexpr double kNarrower = 0.4;
  constexpr double kZetaLeast = 0.6;  // a trunk rings less than arms do
  return {.rest_error_m = kAlike_m * std::pow(of_arms.rest_error_m / kAlike_m, kNarrower),
          .zeta = std::max(of_arms.zeta, kZetaLeast)};
}

}  // namespace kine::plan
