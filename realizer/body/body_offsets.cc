#include "realizer/body/body_offsets.h"

#include <algorithm>
#include <cmath>

namespace kine::body {
namespace {

bool is_within(const Vec3& offset, double most) {
  // Not a number is within nothing.
  return std::abs(offset.x) <= most && std::abs(offset.y) <= most && std::abs(offset.z) <= most;
}

}  // namespace

bool valid(const BodyOffsets& offsets) {
  return is_within(offsets.pelvis_m, kOffsetMost_m) &&
         is_within(offsets.pelvis_rad, kOffsetMost_rad) &&
         is_within(offsets.trunk_rad, kOffsetMost_rad) &&
         std::ranges::all_of(offsets.clavicles_rad,
                             [](const Vec3& turn) { return is_within(turn, kOffsetMost_rad); }) &&
         std::ranges::all_of(offsets.centre_of_mass_m,
                             [](double way_m) { return std::abs(way_m) <= kOffsetMost_m; });
}

}  // namespace kine::body
