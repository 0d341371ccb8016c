// The shape of a transition that begins and ends at rest.
#pragma once

#include <algorithm>

namespace kine {

/// 0 to 1 with no speed at either end, 1.5 times the mean in the middle: the Hermite cubic.
constexpr double eased(double share) {
  const double h = std::clamp(share, 0.0, 1.0);
  return h * h * (3 - 2 * h);
}

/// The same over the range `from` to `to`.
constexpr double eased_between(double from, double to, double x) {
  return eased((x - from) / (to - from));
}

}  // namespace kine
