// Tests for clients/cpp/interpolation_buffer.h.
#include "clients/cpp/interpolation_buffer.h"

#include <cmath>
#include <numbers>

#include "tests/support/catch.h"

namespace kine::client::interpolation_buffer_test {
namespace {

constexpr double kTick = 1.0 / 64;  // exact, so that times can be compared

/// Turned about +Y by `angle`, its hips as high as `tick`.
Frame frame_at(std::uint64_t tick, double angle = 0) {
  Frame frame;
  frame.tick = tick;
  frame.time = static_cast<double>(tick) * kTick;
  frame.root[0] = static_cast<float>(tick);
  frame.hips = {0, static_cast<float>(tick), 0};
  frame.parent_from_joint = {
      {0, static_cast<float>(std::sin(angle / 2)), 0, static_cast<float>(std::cos(angle / 2))}};
  frame.channels = {static_cast<float>(tick) / 100};
  return frame;
}

double angle_of(const Frame& frame) {
  return 2 * std::atan2(frame.parent_from_joint[0][1], frame.parent_from_joint[0][3]);
}

InterpolationBuffer without_delay() { return InterpolationBuffer({.delay_s = 0, .jump_s = 0.25}); }

}  // namespace

TEST_CASE("before the first frame there is nothing to show", "[interpolation]") {
  InterpolationBuffer buffer;
  CHECK_FALSE(buffer.sample(1));
}

TEST_CASE("what is shown lies fifty milliseconds in the past", "[interpolation]") {
  InterpolationBuffer buffer;
  for (std::uint64_t tick = 64; tick <= 70; ++tick) buffer.push(frame_at(tick));
  CHECK(buffer.sample(66 * kTick + 0.05)->hips[1] == Approx(66));
  CHECK(buffer.sample(67.5 * kTick + 0.05)->hips[1] == Approx(67.5));
}

TEST_CASE("between two frames each turn goes on at constant speed, and the rest in a line",
          "[interpolation]") {
  InterpolationBuffer buffer = without_delay();
  buffer.push(frame_at(64, 0));
  buffer.push(frame_at(68, 2));
  const auto frame = buffer.sample(65 * kTick);
  REQUIRE(frame);
  CHECK(angle_of(*frame) == Approx(0.5));
  CHECK(frame->time == Approx(65 * kTick));
  CHECK(frame->root[0] == Approx(65));
  CHECK(frame->hips[1] == Approx(65));
  CHECK(frame->channels[0] == Approx(0.65));
  CHECK(frame->root[6] == Approx(1));
}

TEST_CASE("a turn goes the shorter way, whatever the signs of its quaternions", "[interpolation]") {
  InterpolationBuffer buffer = without_delay();
  buffer.push(frame_at(64, 0.2));
  Frame other = frame_at(66, 0.6);
  for (float& each : other.parent_from_joint[0]) each = -each;
  buffer.push(other);
  const auto frame = buffer.sample(65 * kTick);
  CHECK(std::abs(angle_of(*frame)) == Approx(0.4));
}

TEST_CASE("where frames do not come the newest holds, and nothing is made up", "[interpolation]") {
  InterpolationBuffer buffer = without_delay();
  buffer.push(frame_at(64, 0));
  buffer.push(frame_at(65, 1));
  CHECK(angle_of(*buffer.sample(64 * kTick + 10)) == Approx(1));
  CHECK(buffer.sample(64 * kTick + 11)->tick == 65);
}

TEST_CASE("over a discontinuity nothing is interpolated", "[interpolation]") {
  InterpolationBuffer buffer = without_delay();
  buffer.push(frame_at(64, 0));
  Frame elsewhere = frame_at(66, 1);
  elsewhere.discontinuity = true;
  buffer.push(elsewhere);
  CHECK(angle_of(*buffer.sample(65.9 * kTick)) == Approx(0).margin(1e-9));
  CHECK(angle_of(*buffer.sample(66 * kTick)) == Approx(1));
}

TEST_CASE("more than a quarter of a second behind it jumps, and goes on from there",
          "[interpolation]") {
  InterpolationBuffer buffer({.delay_s = 0.0625, .jump_s = 0.25});
  for (std::uint64_t tick = 0; tick <= 128; ++tick) buffer.push(frame_at(tick));
  // The clock says 1 s, and the newest frame is of 2 s: shown is what lies 62.5 ms before that.
  CHECK(buffer.sample(1)->hips[1] == Approx(128 - 4));
  CHECK(buffer.sample(1 + kTick)->hips[1] == Approx(128 - 3));
}

TEST_CASE("a clock that comes right again finds the delay that there was", "[interpolation]") {
  InterpolationBuffer buffer({.delay_s = 0.0625, .jump_s = 0.25});
  for (std::uint64_t tick = 0; tick <= 128; ++tick) buffer.push(frame_at(tick));
  REQUIRE(buffer.sample(1)->hips[1] == Approx(128 - 4));  // the clock is 1 s late, and it jumps
  CHECK(buffer.sample(2)->hips[1] == Approx(128 - 4));    // it is right: nothing goes back
  for (std::uint64_t tick = 129; tick <= 192; ++tick) buffer.push(frame_at(tick));
  CHECK(buffer.sample(3 - 0.125)->hips[1] == Approx(192 - 8 - 4));
  CHECK(buffer.sample(3)->hips[1] == Approx(192 - 4));
}

TEST_CASE("up to a quarter of a second behind it keeps its time", "[interpolation]") {
  InterpolationBuffer buffer = without_delay();
  for (std::uint64_t tick = 0; tick <= 64; ++tick) buffer.push(frame_at(tick));
  CHECK(buffer.sample(48 * kTick)->hips[1] == Approx(48));
}

TEST_CASE("a frame that is not later than the newest is of no use", "[interpolation]") {
  InterpolationBuffer buffer = without_delay();
  buffer.push(frame_at(64, 1));
  buffer.push(frame_at(64, 2));
  buffer.push(frame_at(60, 3));
  CHECK(angle_of(*buffer.sample(1)) == Approx(1));
}

TEST_CASE("after a restart of the server ticks begin again", "[interpolation]") {
  InterpolationBuffer buffer = without_delay();
  for (std::uint64_t tick = 0; tick < 10'000; ++tick) buffer.push(frame_at(tick));
  buffer.clear();
  CHECK_FALSE(buffer.sample(1));
  buffer.push(frame_at(1, 1));
  CHECK(angle_of(*buffer.sample(1)) == Approx(1));
}

}  // namespace kine::client::interpolation_buffer_test
