// Tests for realizer/motion/build/sequence_segments.h.
#include "realizer/motion/build/sequence_segments.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::motion::sequence_segments_test {
namespace {

using namespace std::chrono_literals;

/// Two poses from 0.5 s on, and its fades.
plan::Sequence sequence() {
  plan::Sequence sequence{.id = "s", .start = 500ms, .fade_in = 200ms, .fade_out = 300ms};
  sequence.poses = {{.id = "a", .time = 1s, .hold = 500ms}, {.id = "b", .time = 2s, .hold = 0s}};
  return sequence;
}

std::shared_ptr<const Actuator> spin() {
  return std::make_shared<test::Spin>(body::Joint::Head, 1, 1s);
}

}  // namespace

TEST_CASE("a sequence without warps has the times that it says", "[sequence_segments]") {
  const pose::Warps warps = warps_of(sequence());
  CHECK(warps.empty());
  CHECK(first_time_of(1234ms, warps) == Seconds(1.234));
}

TEST_CASE("a movement that is warped keeps its two ends", "[sequence_segments]") {
  plan::Sequence warped = sequence();
  warped.poses[1].warp = script::TimeWarp{};
  const pose::Warps warps = warps_of(warped);
  REQUIRE(warps.movements.size() == 1);
  // From the end of the hold before it.
  CHECK(first_time_of(1500ms, warps).count() == Approx(1.5));
  CHECK(first_time_of(2s, warps).count() == Approx(2));
}

TEST_CASE("a segment ends with its sequence, and fades no longer than it lasts",
          "[sequence_segments]") {
  const plan::Sequence whole = sequence();
  const Segment segment = segment_of(whole, 500ms, spin());
  CHECK(segment.end == whole.end());
  CHECK(segment.fade_in == 200ms);
  CHECK(segment.fade_out == whole.gives_back_over());
  const Segment late = segment_of(whole, whole.end() - 100ms, spin());
  CHECK(late.fade_out <= 100ms);
  CHECK(late.fade_in == 0s);
}

TEST_CASE("a track that gives its joints back early ends there", "[sequence_segments]") {
  plan::Track track{.start = 500ms};
  track.retraction = {.from = 1500ms, .over = 250ms};
  const Segment segment = segment_of(sequence(), track, {}, spin());
  CHECK(segment.end == 1750ms);
  CHECK(segment.fade_out == 250ms);
}

}  // namespace kine::motion::sequence_segments_test
