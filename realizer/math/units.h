// The units that people and files use, in terms of ours (radians, metres).
#pragma once

#include <numbers>

namespace kine {

/// A degree in radians, and a radian in degrees.
inline constexpr double kDegree = std::numbers::pi / 180;
inline constexpr double kDegreesPerRadian = 180 / std::numbers::pi;

inline constexpr double kCentimetresPerMetre = 100;

}  // namespace kine
