// Tests for realizer/pose/recorded_turns.h.
#include "realizer/pose/recorded_turns.h"

#include "tests/support/catch.h"

namespace kine::pose::recorded_turns_test {

TEST_CASE("recorded turns are known between their frames, and turn on beyond them",
          "[recorded_turns]") {
  RecordedTurns turns{.joints = {}, .rate_hz = 10, .frames = {}};
  turns.joints.insert(body::Joint::Head);
  for (const double angle : {0.1, 0.2, 0.6}) {
    turns.frames.push_back({rotation_about({1, 0, 0}, angle)});
  }
  CHECK(turns.length().count() == Approx(0.2));
  const auto angle_at = [&](double time_s) {
    return rotation_vector(turns.turn_at(0, Seconds(time_s))).x;
  };
  CHECK(angle_at(0) == Approx(0.1));
  // Hermite's cubics: the speeds at the frames are 1, 2.5 and 4 rad/s.
  CHECK(angle_at(0.05) == Approx(0.13125));
  CHECK(angle_at(0.1) == Approx(0.2));
  CHECK(angle_at(0.15) == Approx(0.38125));
  CHECK(angle_at(0.2) == Approx(0.6));
  CHECK(angle_at(-0.1) == Approx(0.0).margin(1e-12));
  CHECK(angle_at(0.25) == Approx(0.8));
}

TEST_CASE("the speed of recorded turns makes no step at a frame", "[recorded_turns]") {
  RecordedTurns turns{.joints = {}, .rate_hz = 30, .frames = {}};
  turns.joints.insert(body::Joint::Head);
  turns.frames.push_back({Quat{}});
  turns.frames.push_back({rotation_about({1, 0, 0}, 0.2)});
  const Quat last = rotation_about({0, 1, 0}, 0.15) * turns.frames.back()[0];
  turns.frames.push_back({Quat{-last.x, -last.y, -last.z, -last.w}});  // the same turn
  constexpr double kStep_s = 1e-5;
  const auto speed_from = [&](double time_s) {
    const Quat from = turns.turn_at(0, Seconds(time_s));
    const Quat to = turns.turn_at(0, Seconds(time_s + kStep_s));
    return (1 / kStep_s) * rotation_vector(to * conjugate(from));
  };
  const double frame_s = 1.0 / 30;
  CHECK(length(speed_from(frame_s) - speed_from(frame_s - kStep_s)) < 0.02);  // of 5 rad/s
  CHECK(length(speed_from(0) - Vec3{6, 0, 0}) < 0.02);
}

}  // namespace kine::pose::recorded_turns_test
