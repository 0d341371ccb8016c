// The filter of realizer/dynamics/follow.h for one arm, in double, from the equations and with the
// geometry of realizer/math alone: its oracle.
#pragma once

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/tracked_arm.h"
#include "realizer/math/mass_tracker.h"

namespace kine::test {

using JointTurns = std::array<Quat, body::kJointCount>;

struct PlainTracker {
  Tension tension;
  dynamics::FrameOf frame = dynamics::FrameOf::Chest;
  double share = 1;
  double swings = 1;

  int ticks = 0;
  MassInSpace wrist;  // in the frame
  MassInSpace hand;   // a rotation vector in the frame, from the target, and its velocity
  Vec3 target_m;
  Quat hand_target;
  Vec3 carried_m;
  Vec3 carried_m_s;
};

/// One tick: `turns` are the local rotations of the pose, of which the arm's are changed.
void follow_plainly(const body::Body& body, body::Side side, Seconds step, PlainTracker& tracker,
                    JointTurns& turns);

/// How far from its joint a wrist comes that should be `wanted` away and is `present` away now, on
/// an arm whose bones are `whole` together.
double straightened(double wanted, double present, double whole);

}  // namespace kine::test
