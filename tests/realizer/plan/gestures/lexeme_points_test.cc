// Tests for realizer/plan/gestures/lexeme_points.h.
#include "realizer/plan/gestures/lexeme_points.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::lexeme_points_test {
namespace {

using script::Gesture;
using script::Lexeme;
using enum script::GesturePoint;

script::Pose pose(std::string id, double time_s, double hold_s = 0) {
  script::Pose pose = test::pose_at(time_s, {});
  pose.id.text = std::move(id);
  pose.hold = Seconds(hold_s);
  return pose;
}

constexpr Seconds kBack{0.4};

/// Prepares for 0.4 s, holds 0.1 s, strikes for 0.2 s, holds 0.3 s, and goes back in 0.4 s.
Lexeme lexeme() {
  Lexeme lexeme;
  lexeme.name = "knock";
  lexeme.poses = {pose("ready", 0.4, 0.1), pose("stroke-end", 0.7, 0.3)};
  return lexeme;
}

Gesture gesture(std::initializer_list<std::pair<script::GesturePoint, double>> points) {
  Gesture gesture;
  gesture.lexeme.text = "knock";
  for (const auto& [point, time_s] : points) {
    const auto column = static_cast<std::uint32_t>(10 + index_of(point));
    gesture.points[index_of(point)] =
        script::Time{Seconds(time_s), script::Time::From::Block, {1, column}};
  }
  return gesture;
}

std::vector<double> seconds(const PointTimes& times) {
  std::vector<double> result;
  for (const Seconds time : times) result.push_back(time.count());
  return result;
}

std::vector<double> times_of(const Gesture& gesture, const Lexeme& of = lexeme()) {
  const auto times = make_times(gesture, of, kBack);
  REQUIRE(times);
  return seconds(times->in_script);
}

void check_times(const std::vector<double>& times, const std::vector<double>& expected) {
  REQUIRE(times.size() == expected.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    CAPTURE(i);
    CHECK(times[i] == Approx(expected[i]).margin(1e-12));
  }
}

TEST_CASE("a hold before the stroke and one after it lie between points", "[lexeme_points]") {
  check_times(seconds(points_of(lexeme(), Seconds(0.4))), {0, 0.4, 0.5, 0.7, 0.7, 1.0, 1.4});
}

TEST_CASE("a lexeme may name where its stroke begins and where its peak is", "[lexeme_points]") {
  Lexeme wave;
  wave.poses = {pose("", 0.2),   pose("ready", 0.4),  pose("stroke-start", 0.5),
                pose("up", 0.6), pose("stroke", 0.7), pose("stroke-end", 0.9, 0.1)};
  check_times(seconds(points_of(wave, Seconds(0))), {0, 0.4, 0.5, 0.7, 0.9, 1.0, 1.0});
}

TEST_CASE("of a single pose all points from ready to stroke-end are one", "[lexeme_points]") {
  Lexeme single;
  single.poses = {pose("stroke-end", 0.6, 0.8)};
  check_times(seconds(points_of(single, Seconds(0.4))), {0, 0.6, 0.6, 0.6, 0.6, 1.4, 1.8});
}

TEST_CASE("without any time a gesture starts with the script", "[lexeme_points]") {
  check_times(times_of(gesture({})), {0, 0.4, 0.5, 0.7, 0.7, 1.0, 1.4});
}

TEST_CASE("one time moves all of a gesture", "[lexeme_points]") {
  check_times(times_of(gesture({{Start, 2}})), {2, 2.4, 2.5, 2.7, 2.7, 3.0, 3.4});
  check_times(times_of(gesture({{StrokeEnd, 2.7}})), {2, 2.4, 2.5, 2.7, 2.7, 3.0, 3.4});
  check_times(times_of(gesture({{End, 3.4}})), {2, 2.4, 2.5, 2.7, 2.7, 3.0, 3.4});
}

TEST_CASE("a gesture does not begin before the script", "[lexeme_points]") {
  // The stroke keeps its 0.2 s, so 0.3 s are left for what took 0.5 s.
  check_times(times_of(gesture({{Stroke, 0.5}})), {0, 0.24, 0.3, 0.5, 0.5, 0.8, 1.2});
}

TEST_CASE("a stroke keeps its length where one of its points is given", "[lexeme_points]") {
  check_times(times_of(gesture({{Start, 0}, {StrokeEnd, 1.2}})), {0, 0.8, 1.0, 1.2, 1.2, 1.5, 1.9});
  check_times(times_of(gesture({{StrokeStart, 1}, {Relax, 2}})), {0.5, 0.9, 1, 1.2, 1.2, 2, 2.4});
}

TEST_CASE("between two points of the stroke time runs evenly", "[lexeme_points]") {
  check_times(times_of(gesture({{StrokeStart, 1}, {StrokeEnd, 1.6}})),
              {0.5, 0.9, 1, 1.6, 1.6, 1.9, 2.3});
}

TEST_CASE("a stroke gives way where there is no room for it", "[lexeme_points]") {
  // 0.25 s for what takes 0.7 s: less than 0.1 s would be left for the preparation.
  check_times(times_of(gesture({{Start, 0}, {StrokeEnd, 0.25}})),
              {0, 1.0 / 7, 1.25 / 7, 0.25, 0.25, 0.55, 0.95});
  // 0.1 s after its beginning everything is over.
  check_times(times_of(gesture({{StrokeStart, 1}, {Relax, 1.1}})),
              {0.5, 0.9, 1, 1.04, 1.04, 1.1, 1.5});
}

TEST_CASE("points that are one in the lexeme may come apart", "[lexeme_points]") {
  const auto times = make_times(gesture({{Stroke, 1}, {StrokeEnd, 1.3}}), lexeme(), kBack);
  REQUIRE(times);
  check_times(seconds(times->in_script), {0.3, 0.7, 0.8, 1, 1.3, 1.6, 2});
  CHECK(times->reached(Seconds(0.7)).count() == Approx(1));
  CHECK(times->left(Seconds(0.7)).count() == Approx(1.3));
}

TEST_CASE("a pose between points moves with them", "[lexeme_points]") {
  const auto times = make_times(gesture({{StrokeStart, 1}, {StrokeEnd, 1.4}}), lexeme(), kBack);
  REQUIRE(times);
  CHECK(times->reached(Seconds(0.6)).count() == Approx(1.2));
  CHECK(times->left(Seconds(0.6)).count() == Approx(1.2));
  CHECK(times->reached(Seconds(0.2)).count() == Approx(0.7));
  CHECK(times->left(Seconds(0.5)).count() == Approx(1));  // the hold ends as the stroke begins
  CHECK(times->reached(Seconds(0.4)).count() == Approx(0.9));
  CHECK(times->left(Seconds(1.0)).count() == Approx(1.7));  // at relax
}

TEST_CASE("a gesture may be given all of its points", "[lexeme_points]") {
  check_times(times_of(gesture({{Start, 1},
                                {Ready, 2},
                                {StrokeStart, 3},
                                {Stroke, 4},
                                {StrokeEnd, 5},
                                {Relax, 6},
                                {End, 7}})),
              {1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("what takes time in the lexeme takes some in the script", "[lexeme_points]") {
  const auto no_stroke = make_times(gesture({{StrokeStart, 1}, {Stroke, 1}}), lexeme(), kBack);
  REQUIRE_FALSE(no_stroke);
  CHECK(no_stroke.error().code == ErrorCode::OutOfRange);
  CHECK(no_stroke.error().message ==
        "the gesture 'knock' has no time from stroke-start to stroke: '0 s'");
  CHECK(no_stroke.error().where == Where{1, 13});

  CHECK_FALSE(make_times(gesture({{Start, 1}, {Ready, 1}}), lexeme(), kBack));
  CHECK_FALSE(make_times(gesture({{Stroke, 0}}), lexeme(), kBack));
  CHECK(make_times(gesture({{Relax, 2}, {End, 2}}), lexeme(), kBack));  // gives back at once
}

TEST_CASE("a gesture goes back for as long as it is told", "[lexeme_points]") {
  const auto times = make_times(gesture({}), lexeme(), Seconds(1));
  REQUIRE(times);
  check_times(seconds(times->in_script), {0, 0.4, 0.5, 0.7, 0.7, 1.0, 2.0});
}

}  // namespace
}  // namespace kine::plan::lexeme_points_test
