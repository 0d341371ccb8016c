// The sync points of a gesture and its timing anew: when each part of a lexeme happens.
//
//   the lexeme's own times + what the script says of some points --make_points--> GestureTimes
//
// Between two points that are given, time runs evenly; before the first and after the last it runs
// as in the lexeme. The points never run backwards.
#pragma once

#include <array>

#include "realizer/core/result.h"
#include "realizer/script/document.h"
#include "realizer/script/kinesphere/lexicon.h"

namespace kine::plan {

/// One time for each GesturePoint, in their order; none is earlier than the one before it.
using PointTimes = std::array<Seconds, script::kGesturePointCount>;

constexpr std::size_t index_of(script::GesturePoint point) {
  return static_cast<std::size_t>(point);
}

/// When a lexeme has its points by itself, from its start.
PointTimes points_of(const script::Lexeme& lexeme, Seconds fade_out);

/// What becomes of the times of a lexeme.
struct GestureTimes {
  PointTimes of_lexeme;
  PointTimes in_script;  // counted from the block's start

  /// When a pose of the lexeme's time `time` is reached …
  Seconds reached(Seconds time) const;
  /// … and when one that ends its hold at `time` is left. Points that are one in the lexeme may
  /// have come apart: then there is a hold between them.
  Seconds left(Seconds time) const;
};

/// Where only one point of the stroke is given, the stroke keeps its length as far as there is
/// room. `fade_out` is how long it goes back by itself. A gesture that would have to begin before
/// the script takes less time for its preparation.
Result<GestureTimes> make_times(const script::Gesture& gesture, const script::Lexeme& lexeme,
                                Seconds fade_out);

}  // namespace kine::plan
