// Limits that are approached softly. A joint that runs hard into its limit halts with a jerk, and
// what takes over from it starts with one.
//
//   what is wanted --softly, within_softly--> what is allowed, as smooth as that
#pragma once

#include <algorithm>
#include <cmath>

namespace kine::solve {

/// Of a limit of 1: what is wanted until `soft` before it, and then ever less of that. `wanted` is
/// not negative; the slope does not jump.
inline double softly(double wanted, double soft) {
  const double over = wanted - (1 - soft);
  return over <= 0 ? wanted : 1 - soft * std::exp(-over / soft);
}

/// A range; where it is empty there is one value only.
struct SoftRange {
  double min = 0;
  double max = 0;

  double middle() const { return (min + max) / 2; }
  double half() const { return (max - min) / 2; }
};

/// How near both ends of a range it is soft, as a share of its half.
inline constexpr double kSoftEnds = 0.12;

/// What is wanted, brought inside.
inline double within_softly(const SoftRange& range, double wanted) {
  const double half = range.half();
  if (half <= 0) return range.middle();
  const double x = (wanted - range.middle()) / half;
  return range.middle() + std::copysign(half * softly(std::abs(x), kSoftEnds), x);
}

/// What to want so as to be there; at the ends themselves and beyond, what is all but there.
inline double wanted_for(const SoftRange& range, double inside) {
  constexpr double kNearest = 1e-3;
  const double half = range.half();
  if (half <= 0) return range.middle();
  const double x = (inside - range.middle()) / half;
  const double left = 1 - std::abs(x);
  if (left >= kSoftEnds) return inside;
  const double wanted = 1 - kSoftEnds - kSoftEnds * std::log(std::max(left / kSoftEnds, kNearest));
  return range.middle() + std::copysign(half * wanted, x);
}

/// What is left of a value beyond 0, with an onset of so much.
inline double beyond(double x, double onset) {
  if (x <= 0) return 0;
  return x < onset ? x * x / (2 * onset) : x - onset / 2;
}

}  // namespace kine::solve
