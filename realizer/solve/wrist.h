// The last part of an arm: forearm and hand turned so that the hand points where it is asked to.
//
//   forearm's direction + aims --solve_wrist--> pronation and the hand's rotation, within limits
#pragma once

#include <optional>

#include "realizer/body/body.h"
#include "realizer/solve/arm.h"

namespace kine::solve {

struct WristRequest {
  body::Side side = body::Side::Left;
  Quat character_from_forearm;  // as it is without any pronation
  body::JointLimits lower_arm;  // whose twist is the pronation
  body::JointLimits hand;
  ArmRequest::HandAim first;
  std::optional<ArmRequest::HandAim> second = {};
};

struct WristSolution {
  double pronation_rad = 0;
  Quat hand;            // forearm_from_hand, the forearm pronated
  double miss_rad = 0;  // how far the first aim stays from its direction
};

/// The first aim is met exactly within the joints' limits, then the second as far as it can be.
/// Without a second, the hand takes the least awkward of the rotations that meet the first.
WristSolution solve_wrist(const WristRequest& request);

/// The turn of the hand's axes that two aims ask for: the second as far as it is square to the
/// first.
Quat hand_from_aims(const ArmRequest::HandAim& first, const ArmRequest::HandAim& second);

}  // namespace kine::solve
