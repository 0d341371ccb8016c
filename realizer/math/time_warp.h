// Bent time: a cubic from 0 to 1 that starts and ends with slopes of its own (the TAN and EXP warps
// of EMBRScript). Where it falls, time runs backwards: anticipation, or what was not meant.
#pragma once

namespace kine {

struct WarpCurve {
  double start_slope = 1;  // of warped time over time; 1 and 1 is even time
  double end_slope = 1;

  /// Warped time for `share` in [0, 1], and its slope there.
  double at(double share) const;
  double slope_at(double share) const;

  /// Whether time never runs backwards.
  bool is_monotone() const;

  /// The first share at which the warp comes to `value` in [0, 1].
  double first_share_of(double value) const;

  friend bool operator==(const WarpCurve&, const WarpCurve&) = default;
};

/// EXP: for symmetries above 1 a fast start and a soft end; 1 is even time, and 1 / s mirrors s.
/// Pre: symmetry > 0.
WarpCurve exp_warp(double symmetry);

/// TAN: slow or fast at both ends alike. Pre: symmetry > 0.
WarpCurve tan_warp(double symmetry);

}  // namespace kine
