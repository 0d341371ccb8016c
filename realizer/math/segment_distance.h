// How near two segments come to each other.
#pragma once

#include "realizer/math/vec3.h"

namespace kine {

/// The least distance of a point of the one from a point of the other; a segment may be a point.
double segment_distance(const Vec3& a_from, const Vec3& a_to, const Vec3& b_from, const Vec3& b_to);

}  // namespace kine
