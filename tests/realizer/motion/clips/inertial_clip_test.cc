// Tests for realizer/motion/clips/inertial_clip.h.
#include "realizer/motion/clips/inertial_clip.h"

#include <cmath>
#include <memory>

#include "tests/support/catch.h"
#include "tests/support/motion/posed.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::inertial_clip_test {
namespace {

using enum body::Joint;

constexpr Seconds kStep{1.0 / 60};

/// A head that nods on at a constant speed, for two seconds.
std::shared_ptr<pose::RecordedTurns> nodding(double from_rad, double speed_rad_s) {
  auto turns = std::make_shared<pose::RecordedTurns>();
  turns->joints.insert(Head);
  turns->rate_hz = 30;
  for (int i = 0; i <= 60; ++i) {
    turns->frames.push_back({rotation_about({1, 0, 0}, from_rad + i / 30.0 * speed_rad_s)});
  }
  return turns;
}

/// Of a head that nods as fast as that.
pose::Keys bound(const InertialClip& clip, double angle_rad, double speed_rad_s,
                 Seconds later = 0s) {
  pose::Pose before;
  pose::Pose pose;
  before.set_rotation(Head, rotation_about({1, 0, 0}, angle_rad - kStep.count() * speed_rad_s));
  pose.set_rotation(Head, rotation_about({1, 0, 0}, angle_rad));
  return clip.compile(
      {.pose = &pose, .pose_before = &before, .step = kStep, .time = 0s, .later = later},
      test::example_body());
}

double nod_rad(const pose::Keys& keys, Seconds time) {
  return rotation_vector(test::posed(keys, time.count()).rotation(Head)).x;
}

}  // namespace

TEST_CASE("an inertial clip drives what was recorded and nothing else", "[motion][clip]") {
  const InertialClip clip(nodding(0, 0));
  CHECK(clip.joints().size() == 1);
  CHECK(clip.joints().contains(Head));
  CHECK(clip.channels().none());
}

TEST_CASE("an offset at rest halves in its time and is gone at last", "[motion][clip]") {
  const InertialClip clip(nodding(0, 0));
  const pose::Keys keys = bound(clip, 0.4, 0);
  CHECK(nod_rad(keys, 0s) == Approx(0.4));
  CHECK(nod_rad(keys, kOffsetHalves) == Approx(0.2).margin(1e-3));
  CHECK(nod_rad(keys, 2s) == Approx(0).margin(1e-6));
}

TEST_CASE("a pose goes on at its speed and comes to that of the clip", "[motion][clip]") {
  const InertialClip clip(nodding(0.1, 0.5));
  const pose::Keys keys = bound(clip, 0.3, -2);
  CHECK((nod_rad(keys, kStep) - nod_rad(keys, 0s)) / kStep.count() == Approx(-2).margin(0.4));
  CHECK((nod_rad(keys, 1.9s) - nod_rad(keys, 1.8s)) / 0.1 == Approx(0.5).margin(1e-3));
  CHECK(nod_rad(keys, 1.9s) == Approx(0.1 + 1.9 * 0.5).margin(1e-4));
  // The closed form of a critically damped spring from 0.2 at -2.5 a second.
  const double w = 1.67834699 / 0.15;
  for (const double t : {0.1, 0.25, 0.5}) {
    const double offset = (0.2 + (-2.5 + w * 0.2) * t) * std::exp(-w * t);
    CHECK(nod_rad(keys, Seconds(t)) == Approx(0.1 + 0.5 * t + offset).margin(2e-3));
  }
}

TEST_CASE("a pose that was there before the clip begins has gone on by then", "[motion][clip]") {
  const InertialClip clip(nodding(0, 0));
  const pose::Keys at_once = bound(clip, 0.4, -1);
  const pose::Keys later = bound(clip, 0.4, -1, kStep);
  CHECK(nod_rad(later, -kStep) == Approx(0.4));
  for (const double t : {0.05, 0.2, 0.4}) {
    CHECK(nod_rad(later, Seconds(t) - kStep) == Approx(nod_rad(at_once, Seconds(t))).margin(1e-5));
  }
}

TEST_CASE("what is far comes near no faster than the bound", "[motion][clip]") {
  const auto fastest_rad_s = [](const InertialClip& clip, double from_rad) {
    const pose::Keys keys = bound(clip, from_rad, 0);
    double fastest = 0;
    for (double t = 0; t < 1.9; t += kStep.count()) {
      const double step_rad = nod_rad(keys, Seconds(t) + kStep) - nod_rad(keys, Seconds(t));
      fastest = std::max(fastest, std::abs(step_rad) / kStep.count());
    }
    return fastest;
  };
  CHECK(fastest_rad_s(InertialClip(nodding(0, 0)), 2) > 8);
  const InertialClip clip(nodding(0, 0), 0s, 3);
  CHECK(fastest_rad_s(clip, 2) == Approx(3).margin(0.05));
  CHECK(nod_rad(bound(clip, 2, 0), 1.9s) == Approx(0).margin(0.02));
  CHECK(nod_rad(bound(clip, 0.4, 0), kOffsetHalves) == Approx(0.2).margin(1e-3));  // as without
}

TEST_CASE("what has jumped has no speed", "[motion][clip]") {
  const InertialClip clip(nodding(0, 0));
  CHECK(nod_rad(bound(clip, 0.4, 30), kOffsetHalves) == Approx(0.2).margin(1e-3));
}

}  // namespace kine::motion::inertial_clip_test
