// What a body is moved by beneath all that it does: pelvis, trunk, clavicles, centre of mass.
//
// Offsets add up: of a posture, of what plays. All zero is the body as it is.
#pragma once

#include <array>
#include <cstddef>

#include "realizer/math/vec3.h"

namespace kine::body {

/// Axes are those of the character. A turn is a rotation vector, in radians, on top of the turn
/// that the joint has.
struct BodyOffsets {
  Vec3 pelvis_m;  // the feet stay where they are
  Vec3 pelvis_rad;
  Vec3 trunk_rad;                            // shared by the three joints of the spine
  std::array<Vec3, 2> clavicles_rad = {};    // the left one, the right one
  std::array<double, 2> centre_of_mass_m{};  // how far it goes to the left, and forwards

  friend bool operator==(const BodyOffsets&, const BodyOffsets&) = default;
};

constexpr BodyOffsets operator+(const BodyOffsets& a, const BodyOffsets& b) {
  BodyOffsets sum{.pelvis_m = a.pelvis_m + b.pelvis_m,
                  .pelvis_rad = a.pelvis_rad + b.pelvis_rad,
                  .trunk_rad = a.trunk_rad + b.trunk_rad};
  for (std::size_t i = 0; i < 2; ++i) {
    sum.clavicles_rad[i] = a.clavicles_rad[i] + b.clavicles_rad[i];
    sum.centre_of_mass_m[i] = a.centre_of_mass_m[i] + b.centre_of_mass_m[i];
  }
  return sum;
}

constexpr BodyOffsets operator*(double share, const BodyOffsets& a) {
  BodyOffsets scaled{.pelvis_m = share * a.pelvis_m,
                     .pelvis_rad = share * a.pelvis_rad,
                     .trunk_rad = share * a.trunk_rad};
  for (std::size_t i = 0; i < 2; ++i) {
    scaled.clavicles_rad[i] = share * a.clavicles_rad[i];
    scaled.centre_of_mass_m[i] = share * a.centre_of_mass_m[i];
  }
  return scaled;
}

constexpr BodyOffsets mixed(const BodyOffsets& from, const BodyOffsets& to, double share) {
  return (1 - share) * from + share * to;
}

/// Every offset has a bound: a hip goes no farther than a step, a joint no more than half a turn.
inline constexpr double kOffsetMost_m = 0.4;
inline constexpr double kOffsetMost_rad = 1.6;

/// Whether all of it is finite and within the bounds.
bool valid(const BodyOffsets& offsets);

}  // namespace kine::body
