// Tests for realizer/gesture/stroke_time.h.
#include "realizer/gesture/stroke_time.h"

#include <array>
#include <vector>

#include "realizer/gesture/repertoire.h"
#include "tests/support/catch.h"

namespace kine::gesture::stroke_time_test {
namespace {

/// A head that turns at these speeds, in radians a second, each for a tenth of a second.
pose::RecordedTurns turning(const std::vector<double>& speeds_rad_s) {
  pose::RecordedTurns turns{
      .joints = played_joints(BodySection::Head), .rate_hz = 10, .frames = {}};
  const std::size_t count = turns.joints.size();
  double angle_rad = 0;
  turns.frames.push_back(std::vector<Quat>(count));
  for (const double speed_rad_s : speeds_rad_s) {
    angle_rad += speed_rad_s / 10;
    turns.frames.push_back(std::vector<Quat>(count, rotation_about({1, 0, 0}, angle_rad)));
  }
  return turns;
}

}  // namespace

TEST_CASE("a stroke ends where the fastest movement has come to rest", "[gesture]") {
  const auto stroke = stroke_time(turning({0, 0.5, 3, 3, 2, 0.5, 0, 0, 1}), BodySection::Head);
  REQUIRE(stroke);
  CHECK(stroke->count() == Approx(0.5));  // 0.5 is less than 0.35 times 3, 2 is more
}

TEST_CASE("a stroke that goes on ends with its segment", "[gesture]") {
  const auto stroke = stroke_time(turning({0, 1, 2, 3}), BodySection::Head);
  REQUIRE(stroke);
  CHECK(stroke->count() == Approx(0.4));
}

TEST_CASE("a segment that hardly moves has no stroke", "[gesture]") {
  CHECK_FALSE(stroke_time(turning({0, 0.1, 0.2, 0.1}), BodySection::Head));
}

TEST_CASE("a segment is played so fast that its stroke meets a syllable", "[gesture]") {
  // Strokes end 0.03 s before a syllable is loudest.
  const std::array peaks_s = {10.2, 10.53, 10.9};
  const auto speed = speed_to_meet(peaks_s, 10, Seconds(0.45));
  REQUIRE(speed);
  CHECK(*speed == Approx(0.45 / 0.5));  // 2.6 and 0.52 are farther from 1
  CHECK_FALSE(speed_to_meet(peaks_s, 10, Seconds(2)));
  CHECK_FALSE(speed_to_meet({}, 10, Seconds(0.45)));
  CHECK_FALSE(speed_to_meet(std::array{9.9}, 10, Seconds(0.45)));
}

TEST_CASE("a segment is played no faster than it may be to meet a syllable", "[gesture]") {
  const std::array peaks_s = {10.43, 10.63};  // by 1.25 and 0.83
  CHECK(*speed_to_meet(peaks_s, 10, Seconds(0.5)) == Approx(0.5 / 0.6));
  CHECK(*speed_to_meet(std::array{10.43}, 10, Seconds(0.5)) == Approx(1.25));
  CHECK_FALSE(speed_to_meet(std::array{10.43}, 10, Seconds(0.5), 1.2));
}

TEST_CASE("the fastest turn of a segment is that of any joint", "[gesture]") {
  CHECK(fastest_rad_s(turning({0, 0.5, 3, 2})) == Approx(3));
  CHECK(fastest_rad_s({}) == 0);
}

}  // namespace kine::gesture::stroke_time_test
