// Tests for realizer/pose/gaze_keys.h.
#include "realizer/pose/gaze_keys.h"

#include "tests/support/catch.h"

namespace kine::pose::gaze_keys_test {

TEST_CASE("a movement of least jerk starts and ends at rest, half way at half time",
          "[gaze_keys]") {
  CHECK(least_jerk(-1) == 0);
  CHECK(least_jerk(0) == 0);
  CHECK(least_jerk(0.5) == Approx(0.5));
  CHECK(least_jerk(1) == 1);
  CHECK(least_jerk(7) == 1);
  // Its speed is 30 h^2 (1 - h)^2, at most 15/8.
  constexpr double kStep = 1e-4;
  for (double h = kStep; h < 1 - kStep; h += 0.01) {
    const double speed = (least_jerk(h + kStep) - least_jerk(h - kStep)) / (2 * kStep);
    REQUIRE(speed == Approx(30 * h * h * (1 - h) * (1 - h)).margin(1e-5));
  }
}

TEST_CASE("gaze keys without a key are empty", "[gaze_keys]") {
  GazeKeys keys;
  CHECK(keys.empty());
  keys.keys.push_back({.from_s = 0, .time_s = 1, .joints = {}, .target = {}});
  CHECK_FALSE(keys.empty());
}

}  // namespace kine::pose::gaze_keys_test
