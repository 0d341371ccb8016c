// The way of a gait, as the root goes it: a turn on the spot, straight ahead, and its bends.
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

/// The step behind which the way is straight up to its end, and how far the root goes in a step
/// there.
int straight_from(const pose::Gait& gait);
double last_step_m(const pose::Gait& gait);

/// The gait without bends that only tell where it was before a step.
pose::Gait without_bends_before(pose::Gait gait, double step);

/// The gait whose way bends once more, in `bend_steps` from a step on that is not before
/// `straight_from`, and goes straight on to where a point on the ground is then, as far as it is
/// short of it; in steps as near to `like_m` as that lets it. Nothing where that cannot be
/// found. Pre: bend_count < kWayBendsMax.
std::optional<pose::Gait> bent(pose::Gait gait, int from_step, int bend_steps, const Vec3& point_m,
                               double short_of_m, double like_m);

}  // namespace kine::motion
