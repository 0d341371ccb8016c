// Tests for realizer/motion/clips/clip.h.
#include "realizer/motion/clips/clip.h"

#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/posed.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::clip_test {
namespace {

using enum body::Joint;

body::JointSet group(std::string_view name) {
  return test::example_body().find_group(name)->joints;
}

Quat head_at(const pose::Keys& keys, Seconds time) {
  return test::posed(keys, time.count()).rotation(Head);
}

}  // namespace

TEST_CASE("a clip moves the joints of its group that were recorded", "[motion][clip]") {
  const auto clip = test::turning_clip(Head, 1, 11, 0.1);
  CHECK(PlayedClip(clip, {.joints = group("headNeck")}).joints() == group("head"));
  CHECK(PlayedClip(clip, {.joints = group("leftArm")}).joints().empty());
  CHECK(PlayedClip(clip, {.joints = group("all")}).joints() == clip->joints);
}

TEST_CASE("the playings of a clip share its frames", "[motion][clip]") {
  const auto clip = test::turning_clip(Head, 1, 11);
  const PlayedClip played(clip, {.joints = group("all")});
  const pose::Pose pose;
  const pose::Keys keys =
      played.compile({.pose = &pose, .pose_before = &pose, .step = Seconds(0.01), .time = 0s},
                     test::example_body());
  CHECK(keys.clip.clip == clip);
  CHECK(keys.joints.rotations.empty());
  CHECK(keys.clip.entry.size() <= pose::kBlocks);
}

TEST_CASE("what turns when a clip takes over goes on turning as fast", "[motion][clip]") {
  const auto clip = test::turning_clip(Head, 0, 11);
  const PlayedClip played(clip, {.joints = group("head"), .start = 1s});
  constexpr double kSpeed_rad_s = 2;
  pose::Pose before;
  pose::Pose pose;
  pose.set_rotation(Head, rotation_about({1, 0, 0}, 0.3));
  before.set_rotation(Head, rotation_about({1, 0, 0}, 0.3 - kSpeed_rad_s / 60));

  const pose::Keys keys =
      played.compile({.pose = &pose, .pose_before = &before, .step = Seconds(1.0 / 60), .time = 1s},
                     test::example_body());

  constexpr double kMoment_s = 1e-3;
  const Quat moved = head_at(keys, 1s + Seconds(kMoment_s));
  const double turned_rad = rotation_vector(conjugate(pose.rotation(Head)) * moved).x;
  CHECK(turned_rad / kMoment_s == Approx(kSpeed_rad_s).epsilon(0.05));
  CHECK(angle_between(head_at(keys, 1s + kClipEase), {}) < 2e-3);
}

}  // namespace kine::motion::clip_test
