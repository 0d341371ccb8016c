// Tests for realizer/gesture/measures/smoothness.h.
#include "realizer/gesture/measures/smoothness.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::gesture::smoothness_test {
namespace {

constexpr double kAmplitude_rad = 0.3;
constexpr double kOmega = 4;

/// The head turns as a sine does, at 200 frames a second.
RecordedMotion turning_head() {
  RecordedMotion motion{.rate_hz = 200, .frames = {}};
  for (int i = 0; i < 2'000; ++i) {
    Rotations frame{};
    const double angle = kAmplitude_rad * std::sin(kOmega * i / 200.0);
    frame[body::index_of(body::Joint::Head)] = from_rotation_vector({0, angle, 0});
    motion.frames.push_back(frame);
  }
  return motion;
}

}  // namespace

TEST_CASE("smoothness is that of the sine by which a joint turns", "[gesture]") {
  const Smoothness smooth = compute_smoothness(turning_head(), BodySection::Head);
  CHECK(smooth.speed_most_rad_s == Approx(kAmplitude_rad * kOmega).epsilon(0.01));
  CHECK(smooth.acceleration_most_rad_s2 == Approx(kAmplitude_rad * kOmega * kOmega).epsilon(0.01));
  CHECK(smooth.acceleration_p999_rad_s2 <= smooth.acceleration_most_rad_s2);
}

TEST_CASE("what is too short has no smoothness", "[gesture]") {
  CHECK(compute_smoothness({}, BodySection::Arms).speed_most_rad_s == 0);
}

TEST_CASE("a quantile is the value below which its share lies", "[gesture]") {
  CHECK(quantile({5, 1, 4, 2, 3}, 0.5) == 3);
  CHECK(quantile({5, 1, 4, 2, 3}, 1) == 5);
}

}  // namespace kine::gesture::smoothness_test
