// Tests for realizer/motion/clips/clip_arms.h.
#include "realizer/motion/clips/clip_arms.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::clip_arms_test {
namespace {

using enum script::Phase;
using body::Side;

constexpr double kFrame_s = 0.02;

ClipArm gesture_arm() {
  const body::Body& body = test::example_body();
  return *find_arm(*test::gesture_clip(body), body, Side::Right, body::JointSet::all());
}

}  // namespace

TEST_CASE("an arm of a clip is where its body has it", "[motion][clip_arms]") {
  const body::Body& body = test::example_body();
  const auto clip = test::gesture_clip(body);
  const ClipArm arm = gesture_arm();
  const std::vector<Vec3> in_character_m = test::right_wrists_m(*clip, body);
  const Vec3 chest_m = body.compute_model({}).positions_m[index_of(body::Joint::UpperChest)];
  REQUIRE(arm.wrists_m.size() == clip->frames.size());
  for (std::size_t i = 0; i < arm.wrists_m.size(); ++i) {
    CHECK(length(arm.wrists_m[i] + chest_m - in_character_m[i]) < 1e-9);
  }
}

TEST_CASE("an arm that a clip or its group does not move is none", "[motion][clip_arms]") {
  const body::Body& body = test::example_body();
  const auto clip = test::gesture_clip(body);
  CHECK_FALSE(find_arm(*clip, body, Side::Left, body::JointSet::all()));
  CHECK_FALSE(find_arm(*clip, body, Side::Right, body.find_group("headNeck")->joints));
}

TEST_CASE("the phases of a recorded gesture are found where it has them", "[motion][clip_arms]") {
  const std::vector<ClipPhase> phases = gesture_arm().phases;
  REQUIRE(phases.size() == 5);
  const std::vector<script::Phase> expected = {Retraction, Preparation, Stroke, PostStrokeHold,
                                               Retraction};
  const std::vector<double> starts_s = {0, 0.5, 1, 1.5, 2.1};
  for (std::size_t i = 0; i < phases.size(); ++i) {
    CAPTURE(i);
    CHECK(phases[i].phase == expected[i]);
    // Speed is measured over a tenth of a second, and a movement has to be fast enough to be one.
    CHECK(static_cast<double>(phases[i].first) * kFrame_s == Approx(starts_s[i]).margin(0.13));
    CHECK(phases[i].end == (i + 1 < phases.size() ? phases[i + 1].first : 166));
  }
}

TEST_CASE("a gesture is its nucleus from its stroke on until it is retracted",
          "[motion][clip_arms]") {
  const ClipArm arm = gesture_arm();
  const std::vector<double> shares = nucleus_shares(arm);
  REQUIRE(shares.size() == arm.wrists_m.size());
  const auto at = [&](double time_s) {
    return shares[static_cast<std::size_t>(std::lround(time_s / kFrame_s))];
  };
  CHECK(at(0) == 0);
  CHECK(at(0.3) == 0);
  CHECK(at(1.2) == 1);
  CHECK(at(2) == 1);
  CHECK(at(2.8) == Approx(0).margin(1e-6));
  CHECK(at(3.3) == Approx(0).margin(1e-6));
  const auto rises = shares.begin() + 55;  // 1.1 s
  CHECK(std::is_sorted(shares.begin(), rises));
  for (std::size_t i = 1; i < shares.size(); ++i) CHECK(std::abs(shares[i] - shares[i - 1]) < 0.2);
}

TEST_CASE("shares of a way are of its length, and of time where it has none",
          "[motion][clip_arms]") {
  const std::vector<Vec3> way = {{0, 0, 0}, {1, 0, 0}, {1, 3, 0}};
  CHECK(shares_of_way(way) == std::vector<double>{0, 0.25, 1});
  const std::vector<Vec3> still(3, Vec3{1, 1, 1});
  CHECK(shares_of_way(still) == std::vector<double>{0, 0.5, 1});
  CHECK(shares_of_way(std::span(still).first(1)) == std::vector<double>{1});
}

}  // namespace kine::motion::clip_arms_test
