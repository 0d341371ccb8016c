// The way of a gait, as the root goes it: a turn on the spot, straight ahead, and one bend.
//
// It is counted in steps of the root, from 0 to steps - 1, and stretched in time by the gait.
#pragma once

#include <optional>

#include "realizer/body/placement.h"
#include "realizer/pose/ground_keys.h"

namespace kine::motion {

/// About the vertical, to the left.
Vec3 turned(const Vec3& v, double yaw_rad);

/// How far along its way the root is behind so many steps, and where.
double far_along(const pose::Gait& gait, double steps);
body::Placement place_at(const pose::Gait& gait, double steps);

/// The gait whose way bends in `bend_steps` from its `bend_from` on, and goes straight on to where
/// a point on the ground is then, as far as it is short of it; in steps as near to those before as
/// that lets it. Nothing where that cannot be found.
std::optional<pose::Gait> bent(pose::Gait gait, int bend_steps, const Vec3& point_m,
                               double short_of_m);

}  // namespace kine::motion
