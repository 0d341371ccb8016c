// Tests for realizer/pose/recording.h.
#include "realizer/pose/recording.h"

#include <numbers>

#include "tests/support/catch.h"

namespace kine::pose::recording_test {
namespace {

Recording sound_recording() {
  Recording recording{.frame_count = 2, .frame_time = Seconds(0.1)};
  recording.nodes.resize(2);
  recording.nodes[1].parent = 0;
  recording.nodes[1].rotations = {Quat{}, Quat{1, 0, 0, 0}};
  recording.curves = {{.channel = {}, .values = {0, 1.5F}}};
  return recording;
}

}  // namespace

TEST_CASE("a recording is sound if each part has all frames, in range", "[recording]") {
  CHECK(valid(sound_recording()));
}

TEST_CASE("a recording without frames, or of frames without length, is not sound", "[recording]") {
  Recording none = sound_recording();
  none.frame_count = 0;
  CHECK_FALSE(valid(none));
  Recording endless = sound_recording();
  endless.frame_time = Seconds(0);
  CHECK_FALSE(valid(endless));
}

TEST_CASE("a node stands behind its parent, and turns by units in every frame", "[recording]") {
  Recording circle = sound_recording();
  circle.nodes[1].parent = 1;
  CHECK_FALSE(valid(circle));
  Recording short_of_one = sound_recording();
  short_of_one.nodes[1].rotations.pop_back();
  CHECK_FALSE(valid(short_of_one));
  Recording stretched = sound_recording();
  stretched.nodes[1].rotations[0].w = 2;
  CHECK_FALSE(valid(stretched));
  Recording moved_once = sound_recording();
  moved_once.nodes[0].positions.resize(1);
  CHECK_FALSE(valid(moved_once));
}

TEST_CASE("the values of a channel are within its range", "[recording]") {
  Recording loud = sound_recording();
  loud.curves[0].values[1] = 1.6F;
  CHECK_FALSE(valid(loud));
}

TEST_CASE("a node is where its parents carry it", "[recording]") {
  // A quarter about +Z takes the child's offset along +X to +Y, and its own turn adds to that.
  const Quat quarter = rotation_about({0, 0, 1}, std::numbers::pi / 2);
  Recording recording{.frame_count = 1, .frame_time = Seconds(0.1)};
  recording.nodes.resize(2);
  recording.nodes[0].rotations = {quarter};
  recording.nodes[0].positions = {{0, 0, 3}};
  recording.nodes[1].parent = 0;
  recording.nodes[1].offset = {2, 0, 0};
  recording.nodes[1].rotations = {quarter};

  const Placed frame = placed(recording, 0);
  const Placed rest = placed(recording, {});

  CHECK(length(frame.positions[1] - Vec3{0, 2, 3}) < 1e-12);
  CHECK(length(frame.rotations[1] * Vec3{1, 0, 0} - Vec3{-1, 0, 0}) < 1e-12);
  CHECK(rest.positions[1] == Vec3{2, 0, 0});
}

}  // namespace kine::pose::recording_test
