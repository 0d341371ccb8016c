// Tests for realizer/plan/behaviours/whole_gaze.h.
#include "realizer/plan/behaviours/whole_gaze.h"

#include <cmath>

#include "realizer/body/walking_pace.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/behaviours.h"

namespace kine::plan::whole_gaze_test {
namespace {

using namespace std::chrono_literals;

Phase lengthened(const std::optional<Vec3>& place, double left_rad = 0) {
  DraftContext context = test::drafting();
  context.find_place = [&](std::string_view) { return place; };
  Phase way{.preferred = 800ms, .least = 200ms, .most = {}};
  lengthen_for_steps({.target = script::Name{"door"}, .with = {}, .offset = {left_rad, 0}}, context,
                     way);
  return way;
}

}  // namespace

TEST_CASE("a look with all of the body takes as long as the steps to face there", "[whole_gaze]") {
  const double leg_m = body::leg_length_m(test::ada());
  const auto steps = [&](double turn_rad) {
    return body::walking_time({.turn_rad = turn_rad}, leg_m);
  };
  CHECK(lengthened(Vec3{2, 1, 0}).preferred == steps(1.5707963));
  CHECK(lengthened(Vec3{0, 1, -2}).preferred == steps(3.1415926));
  CHECK(lengthened(Vec3{0, 1, -2}).least == 200ms);
}

TEST_CASE("what the trunk can do takes what it took", "[whole_gaze]") {
  CHECK(lengthened(Vec3{0.5, 1, 2}).preferred == 800ms);
  CHECK(lengthened(std::nullopt).preferred == 800ms);
}

TEST_CASE("a look past its target steps so far, too", "[whole_gaze]") {
  CHECK(lengthened(Vec3{2, 1, 0}, -1.4).preferred == 800ms);
  CHECK(lengthened(Vec3{0, 1, 2}, 1.4).preferred > 1s);
}

TEST_CASE("the feet turn with a look, so far past its target", "[whole_gaze]") {
  script::Pose pose;
  turn_feet({.target = script::Name{"door"}, .with = {}, .offset = {0.3, 0.1}}, pose);
  REQUIRE(pose.constraints.size() == 1);
  const auto& walk = std::get<script::Walk>(pose.constraints.front());
  CHECK(std::get<script::Name>(walk.target).text == "door");
  CHECK(walk.faces_rad == 0.3);
}

}  // namespace kine::plan::whole_gaze_test
