// Tests for realizer/motion/gait_way.h.
#include "realizer/motion/gait_way.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::motion {
namespace {

constexpr double kMoment = 1e-5;

pose::Gait bending() {
  pose::Gait gait;
  gait.steps = 12;
  gait.from = {.position_m = {1, 0, 2}, .heading_rad = 0.3};
  gait.turn_rad = 0.5;
  gait.turning_steps = 1;
  gait.step_m = 0.6;
  gait.bend_from = 4;
  gait.bend_steps = 3;
  gait.bend_rad = -1.1;
  gait.then_step_m = 0.5;
  return gait;
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

TEST_CASE("a bend turns as far as it is to, and then goes straight in other steps", "[gait]") {
  const pose::Gait gait = bending();
  CHECK(place_at(gait, 4).heading_rad == Approx(0.8));
  CHECK(place_at(gait, 7).heading_rad == Approx(-0.3));
  CHECK(place_at(gait, 9).heading_rad == Approx(-0.3));
  const Vec3 step = place_at(gait, 9).position_m - place_at(gait, 8).position_m;
  CHECK(length(step - turned({0, 0, 0.5}, -0.3)) < 1e-9);
}

TEST_CASE("a way bends so that it leads to a point, and stops short of it", "[gait]") {
  const Vec3 point{9, 1, 9};
  for (const int steps : {2, 3, 4}) {
    CAPTURE(steps);
    const auto gait = bent(bending(), steps, point, 0.5);
    REQUIRE(gait);
    const body::Placement end = place_at(*gait, gait->steps - 1);
    CHECK(std::hypot(point.x - end.position_m.x, point.z - end.position_m.z) ==
          Approx(0.5).margin(1e-4));
    CHECK(gait->then_step_m == Approx(0.6).margin(0.1));
  }
}

}  // namespace kine::motion
