// Tests for realizer/dynamics/captured_arm.h: an arm of two bones along +X, where places and turns
// can be told by hand. What tracked arms do on whole skeletons is in
// tests/realizer/prepare/captured_test.cc.
#include "realizer/dynamics/captured_arm.h"

#include <numbers>

#include "tests/support/catch.h"

namespace kine::captured_arm_test {

using namespace kine;
using dynamics::ArmInChest;
using dynamics::CapturedFrame;

namespace {

constexpr Seconds kFrame{0.01};

/// A chest that is turned and stands aside, an arm whose elbow bends by `bend_rad` a frame.
pose::Recording bending_arm(const std::vector<double>& bend_rad) {
  pose::Recording recording;
  const auto add = [&](std::size_t parent, const Vec3& offset) {
    pose::Recording::Node node;
    if (!recording.nodes.empty()) node.parent = parent;
    node.offset = offset;
    recording.nodes.push_back(node);
  };
  add(0, {7, 100, 3});
  add(0, {2, 0, 0});
  add(1, {3, 0, 0});
  add(2, {2, 0, 0});
  for (const double bend : bend_rad) {
    recording.nodes[0].rotations.push_back(rotation_about({0, 1, 0}, 1));
    recording.nodes[2].rotations.push_back(rotation_about({0, -1, 0}, bend));
  }
  recording.frame_count = bend_rad.size();
  recording.frame_time = kFrame;
  return recording;
}

constexpr pose::ArmNodes kNodes = {0, 1, 2, 3};

std::vector<CapturedFrame> frames(std::size_t count, std::size_t held_from, std::size_t held_to) {
  std::vector<CapturedFrame> asked(count, {.tension = {0.0005, 1}});
  for (std::size_t i = held_from; i < held_to; ++i) asked[i].is_held = true;
  return asked;
}

}  // namespace

TEST_CASE("an arm is told in the axes of its chest", "[captured_arm]") {
  const auto arm = dynamics::captured_arm(bending_arm({std::numbers::pi / 2}), kNodes);
  REQUIRE(arm.size() == 1);
  CHECK(length(arm[0].bones.root - Vec3{2, 0, 0}) < 1e-12);
  CHECK(length(arm[0].bones.middle - Vec3{5, 0, 0}) < 1e-12);
  CHECK(length(arm[0].bones.end - Vec3{5, 0, 2}) < 1e-12);
  CHECK(arm[0].target == arm[0].bones.end);
  CHECK(length(arm[0].lower_arm * Vec3{1, 0, 0} - Vec3{0, 0, 1}) < 1e-12);
}

TEST_CASE("a hold stays as it began, and is left bit by bit", "[captured_arm]") {
  std::vector<double> bends;
  for (int i = 0; i < 100; ++i) bends.push_back(0.3 + 0.01 * i);
  const auto captured = dynamics::captured_arm(bending_arm(bends), kNodes);
  const auto held = dynamics::with_holds(captured, frames(100, 20, 50), kFrame);

  for (std::size_t i = 0; i < 100; ++i) {
    CAPTURE(i);
    const ArmInChest& is = held[i];
    if (i <= 20 || i >= 70) CHECK(length(is.target - captured[i].target) < 1e-12);
    if (i >= 20 && i < 50) {
      CHECK(length(is.target - captured[20].target) < 1e-12);
      CHECK(angle_between(is.lower_arm, captured[20].lower_arm) < 1e-7);
      CHECK(length(is.bones.end - is.target) < 1e-12);
    }
    if (i > 0) CHECK(length(is.target - held[i - 1].target) < 0.1);
  }
  // Half way out of the hold, at a tenth of a second, both have half a say.
  const Vec3 half = 0.5 * (captured[20].target + captured[59].target);
  CHECK(length(held[59].target - half) < 1e-9);
}

TEST_CASE("a hold that begins while another is left begins where the arm is", "[captured_arm]") {
  std::vector<double> bends;
  for (int i = 0; i < 60; ++i) bends.push_back(0.3 + 0.02 * i);
  auto asked = frames(60, 10, 20);
  for (std::size_t i = 25; i < 40; ++i) asked[i].is_held = true;
  const auto held =
      dynamics::with_holds(dynamics::captured_arm(bending_arm(bends), kNodes), asked, kFrame);
  for (std::size_t i = 1; i < 60; ++i) CHECK(length(held[i].target - held[i - 1].target) < 0.15);
  for (std::size_t i = 26; i < 40; ++i) CHECK(held[i].target == held[25].target);
}

TEST_CASE("the mass of a still arm stays, and turns nothing", "[captured_arm]") {
  const pose::Recording recording = bending_arm(std::vector<double>(30, 0.8));
  const auto arm = dynamics::captured_arm(recording, kNodes);
  const auto turns = dynamics::tracked(arm, frames(30, 0, 0), kFrame);
  REQUIRE(turns.lower_arm.size() == 30);
  for (std::size_t i = 0; i < 30; ++i) {
    CHECK(angle_between(turns.upper_arm[i], {}) < 1e-7);
    CHECK(angle_between(turns.lower_arm[i], recording.nodes[2].rotations[i]) < 1e-7);
    CHECK(angle_between(turns.hand[i], {}) < 1e-7);
  }
}

TEST_CASE("a wrist that would bend too far gives way", "[captured_arm]") {
  // The hand is captured as if it kept its turn while the forearm swings by 100 degrees: a mass of
  // 1 m stays behind, and the hand with it, but for what a wrist can.
  std::vector<double> bends(40, 0.6);
  for (std::size_t i = 20; i < 40; ++i) bends[i] = 2.4;
  const auto arm = dynamics::captured_arm(bending_arm(bends), kNodes);
  const std::vector<CapturedFrame> limp(40, {.tension = {1, 0.5}});
  const auto turns = dynamics::tracked(arm, limp, kFrame);
  // From rest it would take more than 70 degrees to keep the turn.
  CHECK(angle_between(turns.hand[22], {}) > 40 * std::numbers::pi / 180);
  CHECK(angle_between(turns.hand[22], {}) < 70 * std::numbers::pi / 180);
}

}  // namespace kine::captured_arm_test
