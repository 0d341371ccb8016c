// Tests for realizer/gesture/training/training_take.h.
#include "realizer/gesture/training/training_take.h"

#include <numbers>

#include "tests/support/catch.h"

namespace kine::gesture::training_take_test {
namespace {

constexpr double kTurn_rad_s = 0.5;

/// The head turns steadily.
RecordedMotion turning(double rate_hz, std::size_t frames) {
  RecordedMotion motion{.rate_hz = rate_hz, .frames = std::vector<Rotations>(frames)};
  for (std::size_t i = 0; i < frames; ++i) {
    motion.frames[i][body::index_of(body::Joint::Head)] =
        rotation_about({0, 1, 0}, kTurn_rad_s * static_cast<double>(i) / rate_hz);
  }
  return motion;
}

}  // namespace

TEST_CASE("motion of any rate is the same motion at another", "[gesture]") {
  for (const double rate_hz : {29.97, 48.0, 60.0, 100.0, 120.0}) {
    CAPTURE(rate_hz);
    const RecordedMotion motion = at_rate(turning(rate_hz, 301), 30);
    CHECK(motion.rate_hz == 30);
    // From the first frame to the last.
    CHECK(motion.frames.size() == static_cast<std::size_t>(300 / rate_hz * 30 + 1e-9) + 1);
    for (std::size_t i = 0; i < motion.frames.size(); ++i) {
      const Quat& turn = motion.frames[i][body::index_of(body::Joint::Head)];
      REQUIRE(angle_between(turn, rotation_about({0, 1, 0}, kTurn_rad_s * i / 30.0)) < 1e-9);
    }
  }
}

TEST_CASE("motion that has the rate stays as it is", "[gesture]") {
  const RecordedMotion motion = turning(30, 50);
  CHECK(at_rate(motion, 30).frames == motion.frames);
  CHECK(at_rate(turning(60, 1), 30).frames.size() == 1);
}

TEST_CASE("what is heard is moved in time as a whole", "[gesture]") {
  const std::vector<speech::Heard> heard = {{.at = Seconds(1), .found = Seconds(1.25)}};
  const auto moved = later(heard, Seconds(-0.5));
  REQUIRE(moved.size() == 1);
  CHECK(moved[0].at == Seconds(0.5));
  CHECK(moved[0].found == Seconds(0.75));
}

}  // namespace kine::gesture::training_take_test
