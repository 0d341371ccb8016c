// Tests for realizer/motion/ground/gait_way.h.
#include "realizer/motion/ground/gait_way.h"

#include <cmath>
#include <span>

#include "tests/support/catch.h"

namespace kine::motion::gait_way_test {
namespace {

constexpr double kMoment = 1e-5;

pose::Gait straight() {
  pose::Gait gait;
  gait.steps = 12;
  gait.from = {.position_m = {1, 0, 2}, .heading_rad = 0.3};
  gait.turn_rad = 0.5;
  gait.turning_steps = 1;
  gait.step_m = 0.6;
  return gait;
}

/// And two bends, of which the first begins behind step 4, in 3 steps.
pose::Gait bending() {
  const pose::Gait gait = *bent(straight(), 4, 3, {5.5, 0, 3.5}, 0.5, 0.6);
  return *bent(gait, straight_from(gait) + 2, 2, {9, 0, 7}, 0, 0.6);
}

}  // namespace

TEST_CASE("the root goes where it looks, also in the bend", "[gait]") {
  const pose::Gait gait = bending();
  for (double steps = 1.5; steps < 10; steps += 0.13) {
    CAPTURE(steps);
    const body::Placement at = place_at(gait, steps);
    const Vec3 way = place_at(gait, steps + kMoment).position_m - at.position_m;
    CHECK(std::atan2(way.x, way.z) == Approx(at.heading_rad).margin(1e-4));
    const double far_m = far_along(gait, steps + kMoment) - far_along(gait, steps);
    CHECK(length(way) == Approx(far_m).epsilon(1e-3));
  }
}

TEST_CASE("a bend turns once, and then goes straight on in other steps", "[gait]") {
  const pose::Gait gait = bending();
  REQUIRE(gait.bend_count == 2);
  CHECK(place_at(gait, 4).heading_rad == Approx(0.8));
  for (const pose::WayBend& bend : std::span(gait.bends).first(2)) {
    const int out = bend.from_step + bend.steps;
    const double heading_rad = place_at(gait, out).heading_rad;
    CHECK(heading_rad == Approx(place_at(gait, bend.from_step).heading_rad + bend.rad));
    CHECK(place_at(gait, out + 1).heading_rad == Approx(heading_rad));
    const Vec3 step = place_at(gait, out + 1).position_m - place_at(gait, out).position_m;
    CHECK(length(step - turned({0, 0, bend.then_step_m}, heading_rad)) < 1e-9);
  }
}

TEST_CASE("a bend goes where a walk of many small steps along it goes", "[gait]") {
  const pose::Gait gait = bending();
  Vec3 at_m = place_at(gait, 3).position_m;
  constexpr double kLittle = 1e-3;
  for (double steps = 3; steps + kLittle < gait.steps - 1; steps += kLittle) {
    const double far_m = far_along(gait, steps + kLittle) - far_along(gait, steps);
    at_m = at_m + turned({0, 0, far_m}, place_at(gait, steps + kLittle / 2).heading_rad);
    CAPTURE(steps);
    REQUIRE(length(place_at(gait, steps + kLittle).position_m - at_m) < 1e-5);
  }
}

TEST_CASE("a way bends so that it leads to a point, and stops short of it", "[gait]") {
  const Vec3 point{9, 1, 9};
  for (const int steps : {2, 3, 4}) {
    CAPTURE(steps);
    const auto gait = bent(straight(), 4, steps, point, 0.5, 0.6);
    REQUIRE(gait);
    const body::Placement end = place_at(*gait, gait->steps - 1);
    CHECK(std::hypot(point.x - end.position_m.x, point.z - end.position_m.z) ==
          Approx(0.5).margin(1e-4));
    CHECK(last_step_m(*gait) == Approx(0.6).margin(0.1));
  }
}

TEST_CASE("what is near is led to in steps that are much too short, and what is behind by no bend",
          "[gait]") {
  const pose::Gait gait = straight();
  const body::Placement at = place_at(gait, 4);
  const auto led_to = [&](const Vec3& way) {
    return bent(gait, 4, 3, at.position_m + turned(way, at.heading_rad), 0.5, gait.step_m);
  };
  const auto near = led_to({0, 0, 2});
  REQUIRE(near);
  CHECK(last_step_m(*near) < 0.7 * gait.step_m);
  CHECK_FALSE(led_to({0, 0, 0.3}));
  CHECK_FALSE(led_to({0, 0, -3}));
  CHECK_FALSE(led_to({0.2, 0, 0}));
}

}  // namespace kine::motion::gait_way_test
