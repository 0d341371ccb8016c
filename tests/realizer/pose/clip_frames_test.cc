// Tests for realizer/pose/clip_frames.h.
#include "realizer/pose/clip_frames.h"

#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"

namespace kine::pose::clip_frames_test {
namespace {

using enum body::Joint;

/// The turn of the head about z.
double turn_rad(const ClipFrame& frame) { return rotation_vector(turn_in(frame, Head)).z; }

}  // namespace

TEST_CASE("a joint of a frame is turned to the side of the sphere that is asked for",
          "[pose][clip_frames]") {
  ClipFrame frame;
  const Quat turn = rotation_about({0, 1, 0}, 1);
  set_turn(frame, LeftHand, turn, -turn);
  CHECK(turn_in(frame, LeftHand).w < 0);
  CHECK(angle_between(turn_in(frame, LeftHand), turn) < 1e-3);
  set_turn(frame, LeftHand, -turn, Quat{});
  CHECK(turn_in(frame, LeftHand).w > 0);
  CHECK(turn_in(frame, RightHand) == Quat{});
}

TEST_CASE("a clip that shows each of its frames is the same", "[pose][clip_frames]") {
  const auto clip = test::turning_clip(Head, 1, 5, 0.2);
  const Clip same = resampled(*clip, std::vector<double>{0, 1, 2, 3, 4});
  CHECK(same.frames == clip->frames);
  CHECK(same.seam == clip->seam);
}

TEST_CASE("between two frames of a clip turns go at constant speed", "[pose][clip_frames]") {
  // 0.25 rad and 0.05 heights of the hips a frame.
  const auto clip = test::turning_clip(Head, 1, 5, 0.2);
  const Clip bent = resampled(*clip, std::vector<double>{0, 0, 1.4, 4});
  REQUIRE(bent.frames.size() == 4);
  CHECK(test::keeps_promises(bent));
  CHECK(turn_rad(bent.frames[1]) == Approx(0).margin(1e-6));
  CHECK(turn_rad(bent.frames[2]) == Approx(0.35).margin(1e-6));
  CHECK(bent.frames[2].hips[0] == Approx(0.07).margin(1e-6));
  CHECK(turn_rad(bent.frames[3]) == Approx(1).margin(1e-6));
}

}  // namespace kine::pose::clip_frames_test
