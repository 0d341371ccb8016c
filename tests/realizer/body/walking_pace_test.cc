// Tests for realizer/body/walking_pace.h.
#include "realizer/body/walking_pace.h"

#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::body::walking_pace_test {

TEST_CASE("a person walks at 1.2 to 1.4 m/s in steps of 0.35 to 0.45 of its height", "[pace]") {
  for (const Body* body : {&test::ada(), &test::ben()}) {
    const Pace pace = pace_of(leg_length_m(*body));
    const double speed_m_s = pace.step_m / pace.step_s;
    CHECK(speed_m_s > 1.2);
    CHECK(speed_m_s < 1.4);
    CHECK(pace.step_m > 0.35 * body->height_m);
    CHECK(pace.step_m < 0.45 * body->height_m);
  }
}

TEST_CASE("who walks twice as quick steps farther, and a bit more so quicker", "[pace]") {
  const Pace usual = pace_of(0.8);
  const Pace quick = pace_of(0.8, 2);
  CHECK(quick.step_m / quick.step_s == Approx(2 * usual.step_m / usual.step_s));
  CHECK(quick.step_m > 1.25 * usual.step_m);
  CHECK(usual.step_s / quick.step_s > quick.step_m / usual.step_m);
}

TEST_CASE("no few steps are much longer than a step", "[pace]") {
  for (double length_m = 0.05; length_m < 9; length_m += 0.05) {
    CAPTURE(length_m);
    const Way way{.turn_rad = 0, .length_m = length_m};
    CHECK(length_m / (steps_of(way, 0.6) - 1) < 1.07 * 0.6);
  }
}

TEST_CASE("a way turns to its target and stops before it", "[pace]") {
  const Placement from{.position_m = {1, 0, 2}, .heading_rad = std::numbers::pi / 2};
  const Way ahead = way_to({4, 1.6, 2}, from, 0);
  CHECK(ahead.turn_rad == Approx(0).margin(1e-12));
  CHECK(ahead.length_m == Approx(3));
  const Way behind = way_to({0, 0, 2}, from, 0.4);
  CHECK(std::abs(behind.turn_rad) == Approx(std::numbers::pi));
  CHECK(behind.length_m == Approx(0.6));
  CHECK(way_to({1, 0, 2.01}, from, 0).is_nothing());
  // A character that is near enough turns there.
  const Way near = way_to({1, 0, 3}, from, 1.2);
  CHECK(near.length_m == 0);
  CHECK(near.turn_rad == Approx(-std::numbers::pi / 2));
  CHECK_FALSE(near.is_nothing());
}

TEST_CASE("ten metres take eight seconds, and a turn on the spot a step for 45 degrees", "[pace]") {
  const double leg_m = leg_length_m(test::ada());
  const Seconds far = walking_time({.turn_rad = 0, .length_m = 10}, leg_m);
  CHECK(far.count() == Approx(10 / 1.3).margin(1.2));
  CHECK(steps_of({.turn_rad = std::numbers::pi, .length_m = 0}, 0.6) == 5);
  CHECK(steps_of({.turn_rad = 0, .length_m = 0.3}, 0.6) == 2);
  CHECK(walking_time({}, leg_m) == Seconds(0));
  CHECK(walking_time({.length_m = 10}, leg_m, kQuickest) < far);
  CHECK(walking_time({.length_m = 10}, leg_m, kSlowest) > far);
}

}  // namespace kine::body::walking_pace_test
