#include "realizer/math/segment_distance.h"

#include <algorithm>

namespace kine {
namespace {

/// Where along a segment the point is that lies nearest: 0 to 1.
double nearest_share(const Vec3& from, const Vec3& along, const Vec3& point) {
  const double square = dot(along, along);
  return square == 0 ? 0 : std::clamp(dot(point - from, along) / square, 0.0, 1.0);
}

}  // namespace

double segment_distance(const Vec3& a_from, const Vec3& a_to, const Vec3& b_from,
                        const Vec3& b_to) {
  const Vec3 a = a_to - a_from;
  const Vec3 b = b_to - b_from;
  const Vec3 between = a_from - b_from;
  const double aa = dot(a, a);
  const double bb = dot(b, b);
  const double ab = dot(a, b);
  // Of the lines, where a x b is not nothing; of parallels any place does.
  const double square_of_sine = aa * bb - ab * ab;
  constexpr double kParallel = 1e-12;
  double on_a = 0;
  if (square_of_sine > kParallel * aa * bb) {
    on_a = (ab * dot(b, between) - bb * dot(a, between)) / square_of_sine;
  }
  // The square of the distance is convex, so what is nearest within an end is nearest of all once
  // each has answered the other.
  const double on_b = nearest_share(b_from, b, a_from + std::clamp(on_a, 0.0, 1.0) * a);
  const Vec3 of_b = b_from + on_b * b;
  return length(a_from + nearest_share(a_from, a, of_b) * a - of_b);
}

}  // namespace kine
