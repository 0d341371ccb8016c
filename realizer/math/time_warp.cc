#include "realizer/math/time_warp.h"

#include <algorithm>
#include <cmath>

namespace kine {

double WarpCurve::at(double share) const {
  const double h = std::clamp(share, 0.0, 1.0);
  // Hermite's cubic from 0 to 1.
  return h *
         (start_slope + h * (3 - 2 * start_slope - end_slope + h * (start_slope + end_slope - 2)));
}

double WarpCurve::slope_at(double share) const {
  const double h = std::clamp(share, 0.0, 1.0);
  return start_slope +
         h * (2 * (3 - 2 * start_slope - end_slope) + h * 3 * (start_slope + end_slope - 2));
}

bool WarpCurve::is_monotone() const {
  // The slope is a parabola: least at an end or where its own slope is 0.
  double least = std::min(start_slope, end_slope);
  const double bend = 3 * (start_slope + end_slope - 2);
  if (bend > 0) {
    const double vertex = (2 * start_slope + end_slope - 3) / bend;
    if (vertex > 0 && vertex < 1) least = std::min(least, slope_at(vertex));
  }
  // The limits of the symmetries are irrational; what rounding makes of them is still even.
  constexpr double kRounding = 1e-9;
  return least >= -kRounding;
}

double WarpCurve::first_share_of(double value) const {
  if (value <= 0) return 0;
  // The first step in which it comes that far, then halves of it.
  constexpr int kSteps = 256;
  int step = 1;
  while (step < kSteps && at(static_cast<double>(step) / kSteps) < value) ++step;
  double low = static_cast<double>(step - 1) / kSteps;
  double high = static_cast<double>(step) / kSteps;
  for (int i = 0; i < 45; ++i) {
    const double middle = (low + high) / 2;
    (at(middle) < value ? low : high) = middle;
  }
  return high;
}

WarpCurve exp_warp(double symmetry) { return {(1 + symmetry) / 2, (1 + 1 / symmetry) / 2}; }

WarpCurve tan_warp(double symmetry) {
  const double slope = (1 + symmetry) / 2 * (1 - 1 / (3 * symmetry));
  return {slope, slope};
}

}  // namespace kine
