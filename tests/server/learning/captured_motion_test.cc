// Tests for server/learning/captured_motion.h.
#include "server/learning/captured_motion.h"

#include <algorithm>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/captured_bvh.h"
#include "tests/support/temporary_folder.h"

namespace kine::captured_motion_test {

using namespace kine;

namespace {

Result<gesture::RecordedMotion> read(const test::TemporaryFolder& folder,
                                     const test::CapturedGesture& gesture) {
  return server::read_captured_motion(folder.write("g.bvh", test::captured_bvh(gesture)),
                                      test::recorders_names());
}

/// How far a joint turns from its first frame at most.
double largest_turn_rad(const gesture::RecordedMotion& motion, body::Joint joint) {
  double largest_rad = 0;
  for (const auto& frame : motion.frames) {
    largest_rad = std::max(largest_rad, angle_between(motion.frames[0][body::index_of(joint)],
                                                      frame[body::index_of(joint)]));
  }
  return largest_rad;
}

}  // namespace

TEST_CASE("motion of any skeleton and rate becomes turns of our joints, 30 a second",
          "[captured_motion]") {
  const test::TemporaryFolder folder;
  for (const bool biovision : {false, true}) {
    for (const int frames_a_second : {30, 60, 120}) {
      CAPTURE(biovision, frames_a_second);
      const auto motion =
          read(folder, {.biovision = biovision, .frames_a_second = frames_a_second});
      REQUIRE(motion.has_value());
      CHECK(motion->rate_hz == 30);
      CHECK(static_cast<double>(motion->frames.size()) / 30 ==
            Approx(test::kGestureEnds_s).margin(0.1));
      CHECK(largest_turn_rad(*motion, body::Joint::LeftUpperArm) > 0.5);
      CHECK(largest_turn_rad(*motion, body::Joint::Head) < 1e-6);
    }
  }
}

TEST_CASE("motion of too few or too many frames a second is refused", "[captured_motion]") {
  const test::TemporaryFolder folder;
  for (const int frames_a_second : {10, 25, 200}) {
    const auto motion = read(folder, {.frames_a_second = frames_a_second});
    REQUIRE_FALSE(motion.has_value());
    CHECK(motion.error().message ==
          folder.file("g.bvh") + ": motion to learn from has 30 to 120 frames a second, not '" +
              std::to_string(frames_a_second) + "'");
  }
}

TEST_CASE("motion that is too short is refused", "[captured_motion]") {
  CHECK(server::check_take(30, 60).has_value());
  CHECK(server::check_take(29.97, 60).has_value());
  const auto checked = server::check_take(30, 45);
  REQUIRE_FALSE(checked.has_value());
  CHECK(checked.error().message == "motion to learn from lasts 2 s at least, not '1.5'");
}

TEST_CASE("a file that is no motion is named with the place", "[captured_motion]") {
  const test::TemporaryFolder folder;
  const auto motion =
      server::read_captured_motion(folder.write("g.bvh", "no motion"), test::recorders_names());
  REQUIRE_FALSE(motion.has_value());
  CHECK(motion.error().message.starts_with(folder.file("g.bvh") + ":1:1: "));
}

}  // namespace kine::captured_motion_test
