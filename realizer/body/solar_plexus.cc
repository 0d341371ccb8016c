#include "realizer/body/solar_plexus.h"

namespace kine::body {
namespace {

/// Of the body that the point was found for.
constexpr double kHeight_m = 1.66;

}  // namespace

Vec3 solar_plexus_m(const Body& body) {
  return body.offsets_m[index_of(Joint::Hips)] +
         (body.height_m / kHeight_m) * kSolarPlexusFromHips_m;
}

}  // namespace kine::body
