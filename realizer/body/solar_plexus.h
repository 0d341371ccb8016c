// The place before the solar plexus that gestures of one pose grow from (Pohl 2010, 3.2).
#pragma once

#include "realizer/body/body.h"

namespace kine::body {

/// From the hips, of a person of 1.66 m: the first release's, whose one body was as tall.
inline constexpr Vec3 kSolarPlexusFromHips_m{0, 0.28, 0.22};

/// From the ground, of the body at rest.
Vec3 solar_plexus_m(const Body& body);

}  // namespace kine::body
