// Tests for realizer/motion/clips/velocity_clip.h.
#include "realizer/motion/clips/velocity_clip.h"

#include <memory>

#include "tests/support/catch.h"
#include "tests/support/motion/posed.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::velocity_clip_test {
namespace {

using enum body::Joint;

Quat nod(double angle_rad) { return rotation_about({1, 0, 0}, angle_rad); }

/// Neck and head nod at these speeds for two seconds, at 10 Hz.
std::shared_ptr<pose::RecordedTurns> nodding(double neck_rad_s, double head_rad_s) {
  auto turns = std::make_shared<pose::RecordedTurns>();
  turns->joints.insert(Neck);
  turns->joints.insert(Head);
  turns->rate_hz = 10;
  for (int i = 0; i <= 20; ++i) {
    turns->frames.push_back({nod(0.1 * i * neck_rad_s), nod(0.1 * i * head_rad_s)});
  }
  return turns;
}

/// From a pose with the neck up so far.
pose::Keys bound(const std::shared_ptr<pose::RecordedTurns>& turns, double neck_rad) {
  pose::Pose pose;
  pose.set_rotation(Neck, nod(neck_rad));
  return VelocityClip(turns).compile({.pose = &pose, .pose_before = &pose}, test::example_body());
}

double nod_of(const pose::Keys& keys, body::Joint joint, double time_s) {
  return rotation_vector(test::posed(keys, time_s).rotation(joint)).x;
}

}  // namespace

TEST_CASE("a velocity clip comes to what was recorded as fast as that moves", "[motion][clip]") {
  // The neck is recorded to nod at 0.2 rad/s, 0.02 a frame, and begins 0.1 behind: it goes 0.02 a
  // frame as well, and never catches up.
  const pose::Keys keys = bound(nodding(0.2, 0), -0.1);
  double shown = -0.1;
  for (int i = 1; i <= 20; ++i) {
    const double recorded = 0.02 * i;
    shown += std::min(0.02, recorded - shown);
    CHECK(nod_of(keys, Neck, 0.1 * i) == Approx(shown).margin(1e-5));
  }
}

TEST_CASE("a velocity clip that is held never comes nearer", "[motion][clip]") {
  const pose::Keys keys = bound(nodding(0, 0), 0.3);
  CHECK(nod_of(keys, Neck, 2) == Approx(0.3));
}

TEST_CASE("a joint of a velocity clip is blended against what carries all of them",
          "[motion][clip]") {
  // The neck is off by 0.3 and stays so, but the head is recorded to turn back against the chest.
  const pose::Keys keys = bound(nodding(0, 0.5), 0.3);
  const double neck = nod_of(keys, Neck, 2);
  CHECK(neck == Approx(0.3));
  CHECK(neck + nod_of(keys, Head, 2) == Approx(1).margin(1e-4));
}

}  // namespace kine::motion::velocity_clip_test
