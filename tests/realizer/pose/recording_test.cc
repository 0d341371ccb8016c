// Tests for realizer/pose/recording.h.
#include "realizer/pose/recording.h"

#include "tests/support/catch.h"

namespace kine::pose {
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

}  // namespace kine::pose
