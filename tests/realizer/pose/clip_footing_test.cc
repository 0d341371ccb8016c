// Tests for realizer/pose/clip_footing.h: when feet stand is known from how the recordings were
// made.
#include "realizer/pose/clip_footing.h"

#include <algorithm>
#include <cmath>

#include "realizer/pose/retarget/retarget.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_steps.h"

namespace kine::pose::clip_footing_test {
namespace {

ClipFooting footing_of(const Recording& recording) {
  const auto clip = retarget(recording, {}, "steps");
  REQUIRE(clip);
  return clip->footing;
}

/// A foot whose ankle is at these heights, still, in frames of a 60th of a second.
RecordedLegs legs_at(const std::vector<double>& heights) {
  RecordedLegs legs{.leg = 80,
                    .half_width = 8,
                    .ankle_height = 7,
                    .balls = {},
                    .frame_time = Seconds(1.0 / 60),
                    .frames = {}};
  for (const double height : heights) {
    legs.frames.push_back({.hip_joints = {0, 85, 0},
                           .ankles = {Vec3{8, height, 0}, Vec3{-8, height, 0}},
                           .feet = {}});
  }
  return legs;
}

}  // namespace

TEST_CASE("feet stand when they were made to, within a tenth of a second", "[clip][feet]") {
  for (const test::RecordedPerson& person : test::recorded_people()) {
    const auto late = static_cast<std::size_t>(std::ceil(0.1 * person.frames_a_second));
    for (const test::RecordedScene scene : test::kRecordedScenes) {
      CAPTURE(person.build, test::name_of(scene));
      const test::RecordedSteps steps = test::recorded(person, scene);
      const ClipFooting footing = footing_of(steps.recording);
      REQUIRE(footing.moments.size() == steps.feet.size());
      for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        for (std::size_t i = late; i + late < steps.feet.size(); ++i) {
          const auto same = [&](std::size_t k) {
            return steps.feet[k][side].stands == steps.feet[i][side].stands;
          };
          bool steady = true;
          for (std::size_t k = i - late; k <= i + late; ++k) steady = steady && same(k);
          if (!steady) continue;
          CAPTURE(i, side);
          CHECK((footing.moments[i].stands[side] == 1) == steps.feet[i][side].stands);
        }
      }
    }
  }
}

TEST_CASE("where ankles are flat their height is 0, wherever the ground of the file is",
          "[clip][feet]") {
  for (const double ground_m : {-0.5, 0.0, 0.02, 3.0}) {
    test::RecordedPerson person;
    person.ground_m = ground_m;
    const ClipFooting footing =
        footing_of(test::recorded(person, test::RecordedScene::Standing).recording);
    for (const ClipFooting::Moment& moment : footing.moments) {
      CHECK(moment.ankles[0].y == Approx(0).margin(1e-6));
      CHECK(moment.ankles[1].y == Approx(0).margin(1e-6));
      CHECK(moment.stands == std::array<double, 2>{1, 1});
    }
  }
}

TEST_CASE("lengths are those of a leg, in whatever unit", "[clip][feet]") {
  for (const double unit : {1.0, 100.0, 39.37}) {
    test::RecordedPerson person;
    person.unit = unit;
    const ClipFooting footing =
        footing_of(test::recorded(person, test::RecordedScene::Standing).recording);
    CHECK(footing.half_width == Approx(0.085 / 0.8).epsilon(1e-3));
    CHECK(footing.balls[0]->z == Approx(0.12 / 0.8).epsilon(1e-3));
    CHECK(footing.balls[0]->y == Approx(-0.05 / 0.8).epsilon(1e-3));
    CHECK(footing.moments[0].hip_joints.y == Approx(0.985).epsilon(1e-3));
  }
}

TEST_CASE("a foot without toes turns about the point that stays", "[clip][feet]") {
  test::RecordedPerson person;
  person.has_toes = false;
  person.ankle_m = 0.09;
  person.ball_ahead_m = 0.15;
  const ClipFooting footing =
      footing_of(test::recorded(person, test::RecordedScene::OnToes).recording);
  REQUIRE(footing.balls[0]);
  CHECK(footing.balls[0]->z == Approx(0.15 / 0.8).epsilon(0.01));
  CHECK(footing.balls[0]->y == Approx(-0.07 / 0.8).epsilon(0.01));
  const ClipFooting still =
      footing_of(test::recorded(person, test::RecordedScene::Standing).recording);
  CHECK_FALSE(still.balls[0]);
}

TEST_CASE("toes that point down as they were built are level where they stand", "[clip][feet]") {
  test::RecordedPerson person;
  person.built_tilt_rad = 0.7;
  const test::RecordedSteps steps = test::recorded(person, test::RecordedScene::Swaying);
  const ClipFooting footing = footing_of(steps.recording);
  CHECK(angle_between(footing.foot_from_sole[0], rotation_about({1, 0, 0}, 0.7)) < 2e-3);
}

TEST_CASE("who sits with the feet in the air does not stand", "[clip][feet]") {
  const ClipFooting footing = find_footing(legs_at(std::vector<double>(60, 30)));
  for (const ClipFooting::Moment& moment : footing.moments) {
    CHECK(moment.stands == std::array<double, 2>{0, 0});
  }
}

TEST_CASE("one frame may stand, and a blink in the air is none", "[clip][feet]") {
  CHECK(find_footing(legs_at({7})).moments[0].stands == std::array<double, 2>{1, 1});
  std::vector<double> heights(60, 7);
  heights[30] = 16;
  const ClipFooting footing = find_footing(legs_at(heights));
  CHECK(footing.moments[29].stands[0] == 1);
  CHECK(footing.moments[31].stands[0] == 1);
}

}  // namespace kine::pose::clip_footing_test
