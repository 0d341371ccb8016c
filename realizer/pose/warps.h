// The warped time of a bound motion: when its keys are meant, against when they are played.
//
//   time of the block --key_time--> time of the keys --Interval--> pose
#pragma once

#include <optional>
#include <vector>

#include "realizer/math/time_warp.h"

namespace kine::pose {

/// A warp between two moments, in seconds from the start of the block.
struct WarpSpan {
  double from_s = 0;  // < to_s
  double to_s = 0;
  WarpCurve curve;

  friend bool operator==(const WarpSpan&, const WarpSpan&) = default;
};

/// Of one sequence, and of single movements within it. Outside its span a warp changes nothing.
struct Warps {
  std::optional<WarpSpan> whole;
  std::vector<WarpSpan> movements;  // they do not overlap

  bool empty() const { return !whole && movements.empty(); }

  /// The time of the keys that is played at `time_s`, and how fast it runs there.
  double key_time_s(double time_s) const;
  double slope_at(double time_s) const;

  /// When the keys' time first comes to `key_time_s`.
  double first_time_s_of(double key_time_s) const;

  friend bool operator==(const Warps&, const Warps&) = default;
};

}  // namespace kine::pose
