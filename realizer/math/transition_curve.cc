#include "realizer/math/transition_curve.h"

#include <algorithm>

namespace kine {
namespace {

/// Hermite's cubic from 0 to 1 with these tangents.
double hermite(double start, double end, double u) {
  return u * (start + u * (3 - 2 * start - end + u * (start + end - 2)));
}

}  // namespace

double TransitionCurve::at(double time) const {
  if (time <= 0) return 0;
  if (time >= 1) return 1;
  // Halves, for a tangent may be 0: as many as a float has bits.
  constexpr int kHalves = 24;
  double low = 0;
  double high = 1;
  for (int i = 0; i < kHalves; ++i) {
    const double middle = (low + high) / 2;
    (hermite(start_dt, end_dt, middle) < time ? low : high) = middle;
  }
  return std::clamp(hermite(start_dx, end_dx, (low + high) / 2), kPlaceLeast, kPlaceMost);
}

}  // namespace kine
