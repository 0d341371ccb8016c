// Tests for realizer/formats/figure.h. Eigen walks the chain of offsets a second time.
#include "realizer/formats/figure.h"

#include <eigen3/Eigen/Geometry>
#include <optional>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::figure_test {

using namespace kine;
using body::Joint;

namespace {

Eigen::Isometry3d placed(const Vec3& offset_m, const float* xyzw) {
  const Eigen::Quaterniond turn(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
  return Eigen::Translation3d(offset_m.x, offset_m.y, offset_m.z) * turn.normalized();
}

/// From the joint's space to the world, by the chain's own definition.
Eigen::Isometry3d world_from(Joint joint, const body::Body& body, const Frame& frame) {
  const std::size_t index = body::index_of(joint);
  const float* const rotation = frame.parent_from_joint[index].data();
  const std::optional<Joint> parent = body::parent_of(joint);
  if (parent) return world_from(*parent, body, frame) * placed(body.offsets_m[index], rotation);
  return placed({frame.root[0], frame.root[1], frame.root[2]}, frame.root.data() + 3) *
         placed({frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]}, rotation);
}

}  // namespace

TEST_CASE("joints are where the chain of offsets leads, from root and hips", "[formats][figure]") {
  for (const Frame& frame : test::random_frames(5, 4)) {
    const formats::Figure figure = formats::compute_figure(test::ada(), frame);
    for (std::size_t index = 0; index < body::kJointCount; ++index) {
      const Eigen::Isometry3d expected = world_from(body::joint_at(index), test::ada(), frame);
      const Vec3& position_m = figure.positions_m[index];
      const Eigen::Vector3d actual(position_m.x, position_m.y, position_m.z);
      CHECK((actual - expected.translation()).norm() < 1e-6);
    }
  }
}

TEST_CASE("seen from its own stand a figure is where it would be at the origin",
          "[formats][figure]") {
  Frame frame = test::random_frames(6, 1).front();
  const formats::Figure seen =
      formats::seen_from(formats::stand_of(frame), formats::compute_figure(test::ada(), frame));
  frame.root = {0, 0, 0, 0, 0, 0, 1};
  const formats::Figure at_origin = formats::compute_figure(test::ada(), frame);

  for (std::size_t index = 0; index < body::kJointCount; ++index) {
    CHECK(length(seen.positions_m[index] - at_origin.positions_m[index]) < 1e-6);
    CHECK(angle_between(seen.character_from_joint[index], at_origin.character_from_joint[index]) <
          1e-6);
  }
}

TEST_CASE("a finger's last bone goes on like the one before it", "[formats][figure]") {
  const Vec3 end_m = formats::bone_end_m(test::ada(), Joint::LeftIndexDistal);
  const Vec3& bone_m = test::ada().offsets_m[body::index_of(Joint::LeftIndexDistal)];

  CHECK(length(cross(end_m, bone_m)) < 1e-12);
  CHECK(dot(end_m, bone_m) > 0);
  CHECK(length(end_m) < length(bone_m));
}

}  // namespace kine::figure_test
