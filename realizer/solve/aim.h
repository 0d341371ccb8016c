// A chain of joints turned so that an axis of its last joint points along a direction: a head that
// looks, an eye, a trunk that turns. A second axis may have a direction, too: a head that looks and
// tilts.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "realizer/body/body.h"

namespace kine::solve {

/// An axis of a joint, and where it is to point in the character's space.
struct SecondAim {
  Vec3 axis;
  Vec3 direction;
};

struct AimRequest {
  std::span<const body::Joint> chain;  // each below the one before it; not empty
  std::span<const double> weights;     // each joint's share, positive; empty: equal shares
  Vec3 axis;                           // of the last joint
  Vec3 direction;                      // in the character's space
  std::optional<SecondAim> second = {};
};

/// Turns `pose`, local rotations, by the shortest way from where it stands, shared out over the
/// chain; what one joint's limits keep it from is taken over by the others. Then the second axis
/// comes as near to its direction as a roll about the first direction brings it, and no farther
/// than the limits allow without moving the first axis away. The result is the angle that the first
/// axis misses in the end, in radians.
double solve_aim(const body::Body& body, std::array<Quat, body::kJointCount>& pose,
                 const AimRequest& request);

}  // namespace kine::solve
