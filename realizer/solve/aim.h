// A chain of joints turned so that an axis of its last joint points along a direction: a head that
// looks, an eye, a trunk that turns.
#pragma once

#include <array>
#include <span>

#include "realizer/body/body.h"

namespace kine::solve {

struct AimRequest {
  std::span<const body::Joint> chain;  // each below the one before it; not empty
  std::span<const double> weights;     // each joint's share, positive; empty: equal shares
  Vec3 axis;                           // of the last joint
  Vec3 direction;                      // in the character's space
};

/// Turns `pose`, local rotations, by the shortest way from where it stands, shared out over the
/// chain; what one joint's limits keep it from is taken over by the others. The result is the
/// angle that is missing in the end, in radians.
double solve_aim(const body::Body& body, std::array<Quat, body::kJointCount>& pose,
                 const AimRequest& request);

}  // namespace kine::solve
