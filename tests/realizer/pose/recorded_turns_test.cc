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
  CHECK(angle_at(0.05) == Approx(0.15));
  CHECK(angle_at(0.1) == Approx(0.2));
  CHECK(angle_at(0.15) == Approx(0.4));
  CHECK(angle_at(0.2) == Approx(0.6));
  CHECK(angle_at(-0.1) == Approx(0.0).margin(1e-12));
  CHECK(angle_at(0.25) == Approx(0.8));
}

}  // namespace kine::pose::recorded_turns_test
