// Points of a body's surface that a hand can touch, and those of the hand that it touches with.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "realizer/body/skeleton.h"
#include "realizer/math/vec3.h"

namespace kine::body {

/// A place on skin, hair or clothes, in the axes of the joint that carries it.
struct SurfacePoint {
  std::string name;  // "chin", "leftEar"
  Joint joint = Joint::Hips;
  Vec3 place_m;
  Vec3 normal;  // unit, out of the body

  friend bool operator==(const SurfacePoint&, const SurfacePoint&) = default;
};

/// How far a hand stays from what it touches, from surface to surface: both give a little.
inline constexpr double kTouchGap_m = 0.004;

/// The point of that name; for "ear" and a `side` ("left" or "right") the ear of that side. An
/// index into `points`.
std::optional<std::size_t> find_surface_point(std::span<const SurfacePoint> points,
                                              std::string_view name, std::string_view side);

}  // namespace kine::body
