// Tests for realizer/formats/read/clip_file.h.
#include "realizer/formats/read/clip_file.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::clip_file_test {

using namespace kine;

TEST_CASE("the ending says what a clip is read from", "[formats][clip_file]") {
  CHECK(formats::is_clip_file("nod.bvh"));
  CHECK(formats::is_clip_file("a/NOD.BVH"));
  CHECK(formats::is_clip_file("nod.vrma"));
  CHECK(formats::is_clip_file("nod.glb"));
  CHECK_FALSE(formats::is_clip_file(".bvh"));
  CHECK_FALSE(formats::is_clip_file("nod.fbx"));
}

TEST_CASE("a bake is a clip that shows the same motion", "[formats][clip_file]") {
  std::vector<Frame> frames;
  for (std::uint64_t i = 0; i < 20; ++i) {
    Frame frame = test::still_frame(test::ada(), Tick{i});
    const Quat turn = rotation_about({0, 0, 1}, -0.05 * static_cast<double>(i));
    frame.parent_from_joint[index_of(body::Joint::LeftUpperArm)] = {
        0, 0, static_cast<float>(turn.z), static_cast<float>(turn.w)};
    frames.push_back(frame);
  }

  const auto clip = formats::read_clip("folder/drop.bvh",
                                       test::written(test::recorded_ada(20), ".bvh", frames), {});

  REQUIRE(clip);
  CHECK(clip->name == "drop");
  CHECK(test::keeps_promises(*clip));
  REQUIRE(clip->frames.size() == frames.size());
  CHECK(clip->length().count() == Approx(19.0 / 20));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const auto& q = frames[i].parent_from_joint[joint];
      CHECK(angle_between(test::rotation_in(clip->frames[i], body::joint_at(joint)),
                          {q[0], q[1], q[2], q[3]}) < 2e-3);
    }
    for (const float way : clip->frames[i].hips) CHECK(way == Approx(0).margin(1e-3));
  }
}

TEST_CASE("a bad file is an error with its place", "[formats][clip_file]") {
  const auto clip = formats::read_clip("bad.bvh", "HIERARCHY\nJOINT", {});
  REQUIRE_FALSE(clip);
  CHECK(clip.error().where == Where{2, 1});
  CHECK_FALSE(formats::read_clip("a\nb.bvh", "", {}));
}

}  // namespace kine::clip_file_test
