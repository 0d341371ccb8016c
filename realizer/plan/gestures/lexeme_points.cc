#include "realizer/plan/gestures/lexeme_points.h"

#include <algorithm>
#include <optional>
#include <string>

#include "realizer/core/number.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/plan.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

using enum script::GesturePoint;
using script::kGesturePointCount;

/// Sums of a script's decimals miss by less.

/// A stroke does not push what leads to it below this.
constexpr Seconds kLeastPreparation{0.1};

constexpr std::size_t kStart = index_of(Start);
constexpr std::size_t kStrokeStart = index_of(StrokeStart);
constexpr std::size_t kStrokeEnd = index_of(StrokeEnd);
constexpr std::size_t kRelax = index_of(Relax);

using Given = std::array<std::optional<Seconds>, kGesturePointCount>;

std::optional<std::size_t> given_before(const Given& given, std::size_t point) {
  while (point-- > 0) {
    if (given[point]) return point;
  }
  return {};
}

std::optional<std::size_t> given_from(const Given& given, std::size_t point) {
  for (; point < kGesturePointCount; ++point) {
    if (given[point]) return point;
  }
  return {};
}

/// A gesture without a start begins as long before its first given point as its lexeme does, but
/// not before the script.
void settle_start(const PointTimes& own, Given& given) {
  if (given[kStart]) return;
  const auto first = given_from(given, kStart);
  if (!first) {
    given[kStart] = Seconds{0};
  } else if (*given[*first] < own[*first]) {
    given[kStart] = Seconds{0};
  }
}

/// The one point of the stroke that is given carries the others along.
void keep_stroke(const PointTimes& own, Given& given) {
  const auto anchor = given_from(given, kStrokeStart);
  if (!anchor || *anchor > kStrokeEnd) return;
  const auto next = given_from(given, *anchor + 1);
  if (next && *next <= kStrokeEnd) return;
  const Seconds shift = *given[*anchor] - own[*anchor];

  const Seconds stroke_start = own[kStrokeStart] + shift;
  const auto before = given_before(given, kStrokeStart);
  const bool room_before =
      !before || stroke_start - *given[*before] >=
                     std::min(kLeastPreparation, own[kStrokeStart] - own[*before]) - kRounding;
  const Seconds stroke_end = own[kStrokeEnd] + shift;
  const bool room_after = !next || stroke_end <= *given[*next] + kRounding;
  for (std::size_t i = kStrokeStart; i <= kStrokeEnd; ++i) {
    if (i < *anchor && room_before) given[i] = own[i] + shift;
    if (i > *anchor && room_after) given[i] = own[i] + shift;
  }
}

/// The point in the script: even between given points, as in the lexeme outside of them.
Seconds time_of(std::size_t point, const PointTimes& own, const Given& given) {
  const auto before = given_before(given, point + 1);
  const auto after = given_from(given, point);
  if (!before) return own[point] + (*given[*after] - own[*after]);
  if (!after) return own[point] + (*given[*before] - own[*before]);
  const Seconds length = own[*after] - own[*before];
  if (length <= Seconds{0}) return *given[*before];
  const double share = (own[point] - own[*before]) / length;
  return *given[*before] + share * (*given[*after] - *given[*before]);
}

std::string word(std::size_t point) { return std::string(script::kGesturePointWords[point]); }

/// What takes time in the lexeme takes some in the script; nothing runs backwards.
Result<Done> check(const GestureTimes& times, const script::Gesture& gesture) {
  for (std::size_t i = 1; i < kGesturePointCount; ++i) {
    const Seconds length = times.in_script[i] - times.in_script[i - 1];
    const bool moves = times.of_lexeme[i] > times.of_lexeme[i - 1] && i < kRelax;
    if (moves ? length > kRounding : length >= -kRounding) continue;
    const Where where = gesture.points[i]       ? gesture.points[i]->where
                        : gesture.points[i - 1] ? gesture.points[i - 1]->where
                                                : gesture.where;
    return Error{ErrorCode::OutOfRange,
                 "the gesture " + quoted(gesture.lexeme.text) + " has no time from " + word(i - 1) +
                     " to " + word(i) + ": " + quoted(text_of(length)),
                 where};
  }
  return Done{};
}

/// The straight line between two points of the map, and what lies outside as in the lexeme.
Seconds between(const GestureTimes& times, std::size_t before, Seconds time) {
  const Seconds from = times.of_lexeme[before];
  const Seconds to = times.of_lexeme[before + 1];
  const double share = (time - from) / (to - from);
  return times.in_script[before] + share * (times.in_script[before + 1] - times.in_script[before]);
}

}  // namespace

PointTimes points_of(const script::Lexeme& lexeme, Seconds fade_out) {
  PointTimes points{};
  std::array<bool, kGesturePointCount> found{};
  for (const script::Pose& pose : lexeme.poses) {
    const auto* named = std::ranges::find(script::kGesturePointWords, pose.id.text);
    if (named == std::end(script::kGesturePointWords)) continue;
    const auto point = static_cast<std::size_t>(named - std::begin(script::kGesturePointWords));
    points[point] = pose.time.seconds;
    found[point] = true;
    const bool holds_before_stroke = point == index_of(Ready) && !found[kStrokeStart];
    if (holds_before_stroke) points[kStrokeStart] = pose.time.seconds + pose.hold;
  }
  const script::Pose& first = lexeme.poses.front();
  const script::Pose& last = lexeme.poses.back();
  if (!found[index_of(Ready)]) {
    points[index_of(Ready)] = first.time.seconds;
    if (!found[kStrokeStart]) points[kStrokeStart] = first.time.seconds;
  }
  if (!found[index_of(Stroke)]) points[index_of(Stroke)] = points[kStrokeEnd];
  points[kRelax] = last.time.seconds + last.hold;
  points[index_of(End)] = points[kRelax] + fade_out;
  return points;
}

Seconds GestureTimes::reached(Seconds time) const {
  std::size_t i = 0;
  while (i + 1 < kGesturePointCount && of_lexeme[i] < time - kRounding) ++i;
  if (of_lexeme[i] <= time + kRounding || i == 0) return in_script[i];
  return between(*this, i - 1, time);
}

Seconds GestureTimes::left(Seconds time) const {
  std::size_t i = kRelax;
  while (i > 0 && of_lexeme[i] > time + kRounding) --i;
  if (of_lexeme[i] >= time - kRounding || i == kRelax) return in_script[i];
  return between(*this, i, time);
}

Result<GestureTimes> make_times(const script::Gesture& gesture, const script::Lexeme& lexeme,
                                Seconds fade_out) {
  GestureTimes times;
  times.of_lexeme = points_of(lexeme, fade_out);
  Given given;
  for (std::size_t i = 0; i < kGesturePointCount; ++i) {
    if (gesture.points[i]) given[i] = gesture.points[i]->seconds;
  }
  settle_start(times.of_lexeme, given);
  keep_stroke(times.of_lexeme, given);
  for (std::size_t i = 0; i < kGesturePointCount; ++i) {
    times.in_script[i] = time_of(i, times.of_lexeme, given);
  }
  if (const auto checked = check(times, gesture); !checked) return checked.error();
  return times;
}

}  // namespace kine::plan
