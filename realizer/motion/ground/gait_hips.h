// The hips of a gait, over its feet: how they sway, and how far they are down.
//
// All of it is at rest in its knots: where both feet stand, and where one carries. How far down the
// hips are depends on the gait's drop, the rest does not.
#pragma once

#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/pose/ground_keys.h"

namespace kine::motion {

/// Nobody steps with straight knees.
inline constexpr double kDropMin_m = 0.016;

/// How the hips are against the root, in the character's space.
struct Sway {
  Vec3 moved_m;
  double turn_rad = 0;  // about the vertical, then forwards, then to a side
  double lean_rad = 0;
  double list_rad = 0;
  double arms = 0;  // how far the left arm is ahead, as a share

  Quat character_from_hips() const;
};
Sway sway_at(const pose::Gait& gait, const pose::StandingBody& body, double time_s);

/// Of a gait's drop, what the hips come down by at a time: from a share of it to another.
struct Dropping {
  double from_share = 0;  // 0: they stand as they did
  double to_share = 0;
  double passed = 0;  // in [0, 1]

  double down_m(double drop_m) const;
  double share() const;
};
Dropping dropping_at(const pose::Gait& gait, double time_s);

}  // namespace kine::motion
