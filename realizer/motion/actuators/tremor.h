// A tremor: each joint trembles by itself, at no fixed period.
//
//   a joint and a seed --tremor_at--> a turn of it at a time
#pragma once

#include <cstdint>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/math/units.h"
#include "realizer/pose/keys.h"

namespace kine::motion {

/// How far a joint turns, about each axis, at most.
inline constexpr double kTremor_rad = 1.6 * kDegree;

/// How close keys stand that say a tremor.
inline constexpr Seconds kTremorStep{0.025};

/// About each axis, in [-1, 1].
Vec3 tremor_at(double time_s, body::Joint joint, std::uint64_t seed);

/// Some joints that tremble by a share of that in [0, 1], to be laid on top of what moves them.
pose::JointKeys tremor_keys(body::JointSet joints, Seconds from, Seconds to, double share,
                            std::uint64_t seed);

}  // namespace kine::motion
