// How far a movement has come at a time: a cubic Hermite curve embedded in time and in space (Neff
// and Fiume 2003, section 4.3).
//
//   u in [0, 1] --> time t(u), from 0 to 1, and place x(u), a share of the movement's own way
#pragma once

namespace kine {

/// The tangents of both cubics at their ends. Pre: dt in [0, 3], so that time never runs backwards.
struct TransitionCurve {
  double start_dt = 1;
  double start_dx = 1;
  double end_dt = 1;
  double end_dx = 1;

  /// The share of the way at this share of the time: from kPlaceLeast to kPlaceMost. Below 0 it
  /// backtracks, above 1 it overshoots.
  double at(double time) const;

  friend bool operator==(const TransitionCurve&, const TransitionCurve&) = default;
};

inline constexpr double kCurveTimeTangentMax = 3;
inline constexpr double kPlaceLeast = -0.5;
inline constexpr double kPlaceMost = 1.5;

}  // namespace kine
