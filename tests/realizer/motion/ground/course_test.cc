// Tests for realizer/motion/ground/course.h.
#include "realizer/motion/ground/course.h"

#include <cmath>

#include "realizer/body/walking_pace.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/motion/ground/gait.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::course_test {
namespace {

constexpr pose::WalkGoal kGoal{.point_m = {0, 0, 6}};

/// 6 m straight ahead from the origin.
pose::GroundKeys walk_ahead() {
  pose::GroundKeys keys;
  keys.body = standing_body(test::ada());
  const body::Way way{.length_m = 6};
  keys.gaits = {*plan_gait(way, {}, body::walking_time(way, keys.body.leg_m()), keys.body)};
  keys.goals = {kGoal};
  keys.end_s = keys.gaits.front().length_s();
  return keys;
}

Vec3 end_m(const Course& course) { return end_of(course.last()).position_m; }

}  // namespace

TEST_CASE("whatever course a walk takes, it ends at its goal", "[course]") {
  const pose::GroundKeys keys = walk_ahead();
  for (const double now_s : {-0.5, 0.0, 0.3, 1.0, 1.7}) {
    CAPTURE(now_s);
    const Walking walking(keys, kGoal, now_s);
    const Vec3 via_m{0.6, 0, 4.4};
    for (const auto& course : {walking.straight(), walking.round(via_m), walking.waiting(1)}) {
      REQUIRE(course);
      CHECK(length(end_m(*course) - kGoal.point_m) < 1e-6);
      CHECK(ends_there(course->last(), kGoal));
    }
  }
}

TEST_CASE("who waits stands for so long", "[course]") {
  const pose::GroundKeys keys = walk_ahead();
  const auto course = Walking(keys, kGoal, 1.0).waiting(2);
  REQUIRE(course);
  REQUIRE(course->count == 2);
  const double stops_s = course->gaits[0].start_s + course->gaits[0].length_s();
  CHECK(course->gaits[1].start_s == Approx(stops_s + 2));
  CHECK(length(course->place_at_m(stops_s) - course->place_at_m(stops_s + 2)) < 1e-9);
}

TEST_CASE("what a walk has done it has done on every course", "[course]") {
  const pose::GroundKeys keys = walk_ahead();
  const Walking walking(keys, kGoal, 1.2);
  for (const auto& course : {walking.round({0.6, 0, 4.4}), walking.waiting(1)}) {
    REQUIRE(course);
    for (double time_s = 0; time_s <= 1.2; time_s += 0.1) {
      const Vec3 was_m = root_at(keys.gaits.front(), time_s).position_m;
      CHECK(length(course->place_at_m(time_s) - was_m) < 1e-9);
    }
  }
}

TEST_CASE("a walk knows whether it ends where it is to", "[course]") {
  const pose::Gait gait = walk_ahead().gaits.front();
  CHECK(ends_there(gait, kGoal));
  CHECK_FALSE(ends_there(gait, {.point_m = {0, 0, 7}}));
  CHECK(ends_there(gait, {.point_m = {0, 0, 7}, .short_of_m = 1}));
  CHECK_FALSE(ends_there(gait, {.point_m = {0.7, 0, 6.7}, .short_of_m = 1}));  // looks elsewhere
  CHECK(would_pass(gait, {.point_m = {0, 0, 5}}));
  CHECK_FALSE(would_pass(gait, {.point_m = {0, 0, 7}}));
}

}  // namespace kine::motion::course_test
