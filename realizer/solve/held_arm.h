// An arm whose wrist stays where it was meant while the shoulder has been carried off: the inverse
// kinematics of step 6.
//
//   the arm as it was meant, the shoulder as it is --hold_arm--> the same wrist, on that shoulder
//
// Continuous in all that it is given, and nothing turns where both shoulders are the same. What
// cannot be reached is approached softly.
#pragma once

#include "realizer/body/body.h"

namespace kine::solve {

/// What an arm hangs on: where the joint of the upper arm is, and how the clavicle is turned, both
/// in the character's space.
struct ArmRoot {
  Vec3 upper_arm_m;
  Quat character_from_shoulder;
};

/// parent_from_joint of what hangs on it.
struct ArmTurns {
  Quat upper_arm;
  Quat lower_arm;
  Quat hand;
};

struct HeldArm {
  body::Side side = body::Side::Right;
  ArmRoot meant;
  ArmRoot actual;
  ArmTurns turns;        // on the root that was meant
  double hand_held = 0;  // how much of the hand's turn in space is held, too, in [0, 1]
};

/// The turns on the actual root: the elbow lies where it was meant but for the shortest turn of the
/// line from shoulder to wrist. The hand keeps its turn against the forearm, or in space as far as
/// pronation and wrist can. Allocates nothing.
ArmTurns hold_arm(const body::Body& body, const HeldArm& held);

}  // namespace kine::solve
