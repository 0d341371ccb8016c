// Tests for realizer/motion/key_poses.h.
#include "realizer/motion/key_poses.h"

#include "tests/support/catch.h"
#include "tests/support/examples.h"

using namespace std::chrono_literals;

namespace kine::motion {
namespace {

using enum body::Joint;
using Rotations = std::array<Quat, body::kJointCount>;

const Quat kQuarterTurn = rotation_about({0, 0, 1}, 1.5707963267948966);

Rotations all_turned(const Quat& rotation) {
  Rotations rotations;
  rotations.fill(rotation);
  return rotations;
}

pose::JointKeys arm_keys() {
  const body::Body& body = test::example_body();
  return pose::JointKeys::of(body.groups[test::group_index(body, "rightArm")].joints);
}

Quat rotation_in(const pose::JointKeys& keys, std::size_t key, body::Joint joint) {
  const std::size_t block = index_of(joint) / pose::kLanes;
  const std::size_t lane = index_of(joint) % pose::kLanes;
  for (std::size_t b = 0; b < keys.blocks.size(); ++b) {
    if (keys.blocks[b] != block) continue;
    const pose::QuatBlock& q = keys.rotations[key * keys.blocks.size() + b];
    return {q.x[lane], q.y[lane], q.z[lane], q.w[lane]};
  }
  FAIL("the keys have no block of " << body::name_of(joint));
  return {};
}

/// Bound to T-pose at `time`.
pose::JointKeys compiled(pose::JointKeys keys, Seconds time) {
  const pose::Pose t_pose;
  const Entry entry{.pose = &t_pose, .pose_before = &t_pose, .step = 16ms, .time = time};
  return KeyPoses(std::move(keys)).compile(entry, test::example_body()).joints;
}

}  // namespace

TEST_CASE("a hold is two keys with the same rotations", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 200ms, keys);
  append_key(all_turned({}), 800ms, 0s, keys);

  REQUIRE(keys.times_s == std::vector<float>{0.3F, 0.5F, 0.8F});
  CHECK(rotation_in(keys, 0, RightHand) == rotation_in(keys, 1, RightHand));
  CHECK(rotation_in(keys, 1, RightHand).z == Approx(std::sqrt(0.5)));
  CHECK(rotation_in(keys, 2, RightHand).w == 1);
}

TEST_CASE("the lanes of other joints stay the identity", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 0s, keys);

  CHECK(rotation_in(keys, 0, RightShoulder).z == Approx(std::sqrt(0.5)));
  CHECK(rotation_in(keys, 0, LeftLittleDistal) == Quat{});
}

TEST_CASE("the first bound key is the pose that stands there, at its time", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 300ms, 0s, keys);

  const pose::JointKeys bound = compiled(keys, -16ms);

  CHECK(bound.times_s == std::vector<float>{-0.016F, 0.3F});
  CHECK(rotation_in(bound, 0, RightHand) == Quat{});
  CHECK(rotation_in(bound, 1, RightHand).z == Approx(std::sqrt(0.5)));
}

TEST_CASE("keys are turned to the entry's side of the sphere, and stay on each other's",
          "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(-kQuarterTurn), 300ms, 0s, keys);
  append_key(all_turned(kQuarterTurn), 600ms, 0s, keys);

  const pose::JointKeys bound = compiled(keys, 0s);

  CHECK(rotation_in(bound, 1, RightHand).w > 0);
  CHECK(rotation_in(bound, 2, RightHand).w > 0);
}

TEST_CASE("a key that is due when it is bound is reached at once", "[key_poses]") {
  pose::JointKeys keys = arm_keys();
  append_key(all_turned(kQuarterTurn), 0s, 0s, keys);

  const pose::JointKeys bound = compiled(keys, 0s);

  REQUIRE(bound.times_s.size() == 2);
  CHECK(bound.times_s[0] < 0);
  CHECK(bound.times_s[1] == 0);
}

}  // namespace kine::motion
