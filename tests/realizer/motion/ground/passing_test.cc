// Tests for realizer/motion/ground/passing.h.
#include "realizer/motion/ground/passing.h"

#include <cmath>

#include "realizer/body/walking_pace.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/motion/ground/gait.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::passing_test {
namespace {

/// Straight ahead from the origin.
pose::GroundKeys walk_of(double length_m) {
  pose::GroundKeys keys;
  keys.body = standing_body(test::ada());
  const body::Way way{.length_m = length_m};
  keys.gaits = {*plan_gait(way, {}, body::walking_time(way, keys.body.leg_m()), keys.body)};
  keys.goals = {{.point_m = {0, 0, length_m}}};
  keys.path = path_of(keys);
  keys.end_s = keys.gaits.front().length_s();
  return keys;
}

Passed standing_at(const Vec3& at_m, double clear_m) {
  Passed passed;
  passed.spots_m.fill({static_cast<float>(at_m.x), static_cast<float>(at_m.z)});
  passed.clear_m = passed.clear_walking_m = clear_m;
  return passed;
}

/// How near the way of keys comes to a spot, from a time on.
double nearest_m(const pose::GroundKeys& keys, const Vec3& at_m) {
  double nearest = 99;
  for (double time_s = 0; time_s < keys.end_s; time_s += 0.02) {
    const pose::Spot spot = spot_at(keys.path, {}, time_s);
    nearest = std::min(nearest, std::hypot(spot[0] - at_m.x, spot[1] - at_m.z));
  }
  return nearest;
}

}  // namespace

TEST_CASE("a path says where the root is, and stays at its end", "[passing]") {
  const pose::GroundKeys keys = walk_of(4);
  CHECK(spot_at(keys.path, {}, -1)[1] == Approx(0));
  CHECK(spot_at(keys.path, {}, 99)[1] == Approx(4).margin(1e-5));
  for (double time_s = 0; time_s < keys.end_s; time_s += 0.13) {
    const Vec3 root_m = root_at(keys.gaits.front(), time_s).position_m;
    CHECK(spot_at(keys.path, {}, time_s)[1] == Approx(root_m.z).margin(0.01));
  }
  CHECK(spot_at({}, {1, 2}, 5) == pose::Spot{1, 2});
}

TEST_CASE("a walk goes round who stands in its way, and ends where it was to", "[passing]") {
  const pose::GroundKeys keys = walk_of(6);
  for (const double x_m : {0.0, 0.3, -0.3}) {
    const Vec3 stands_m{x_m, 0, 3.5};
    const Passed passed = standing_at(stands_m, 0.65);
    for (const double now_s : {0.0, 0.4, 0.9}) {
      CAPTURE(x_m, now_s);
      const auto round =
          walk_clear(keys, {.now_s = now_s, .goal = keys.goals.back(), .passed = {&passed, 1}});
      REQUIRE(round);
      CHECK(nearest_m(*round, stands_m) > 0.6);
      const Vec3 end_m = end_of(round->gaits.back()).position_m;
      CHECK(length(end_m - Vec3{0, 0, 6}) < 1e-6);
      // What feet have done stays as it is.
      for (double time_s = 0; time_s <= now_s; time_s += 0.1) {
        CHECK(length(root_at(round->gaits.front(), time_s).position_m -
                     root_at(keys.gaits.front(), time_s).position_m) < 1e-9);
      }
    }
  }
}

TEST_CASE("a walk that is clear goes on as it is", "[passing]") {
  const pose::GroundKeys keys = walk_of(6);
  const Passed beside = standing_at({1, 0, 3}, 0.65);
  const Passed behind = standing_at({0, 0, -0.7}, 0.65);
  for (const Passed& passed : {beside, behind}) {
    CHECK_FALSE(
        walk_clear(keys, {.now_s = 0.5, .goal = keys.goals.back(), .passed = {&passed, 1}}));
  }
  CHECK_FALSE(walk_clear(keys, {.now_s = 0.5, .goal = keys.goals.back(), .passed = {}}));
}

TEST_CASE("a walk whose goal moves goes there", "[passing]") {
  const pose::GroundKeys keys = walk_of(6);
  for (const Vec3& goal_m : {Vec3{1, 0, 6}, Vec3{0, 0, 4.4}, Vec3{-2, 0, 5}}) {
    for (const double now_s : {0.02, 1.0, 2.0}) {
      CAPTURE(goal_m.x, goal_m.z, now_s);
      const auto on = walk_clear(keys, {.now_s = now_s, .goal = {goal_m, 0.3, 0}, .passed = {}});
      REQUIRE(on);
      const Vec3 end_m = end_of(on->gaits.back()).position_m;
      CHECK(length(end_m - goal_m) == Approx(0.3).margin(1e-6));
    }
  }
}

TEST_CASE("a walk stops before a spot that is taken", "[passing]") {
  const pose::WalkGoal goal{.point_m = {0, 0, 5}};
  CHECK(short_of_spot_m(goal, {}, {0, 5}, 0.45) == Approx(0.45));
  CHECK(short_of_spot_m(goal, {}, {0, 4.8F}, 0.45) == Approx(0.65).margin(1e-6));
  CHECK(short_of_spot_m(goal, {}, {0.27F, 5}, 0.45) == Approx(0.36).margin(1e-6));
  CHECK(short_of_spot_m(goal, {}, {1, 5}, 0.45) == 0);
  CHECK(short_of_spot_m({.point_m = {0, 0, 5}, .short_of_m = 1.2}, {}, {0, 5}, 0.45) == 1.2);
}

}  // namespace kine::motion::passing_test
