// Tests for realizer/pose/pose.h.
#include "realizer/pose/pose.h"

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::pose_test {
namespace {

TEST_CASE("a new pose is the T-pose: every lane is the identity", "[pose]") {
  const pose::Pose pose;
  for (const pose::QuatBlock& block : pose.rotations) {
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      CHECK(test::lane_of(block, lane) == Quat{});
    }
  }
}

TEST_CASE("a rotation comes back as it was set, and moves no other joint", "[pose]") {
  test::RandomRotations random(1);
  pose::Pose pose;
  const Quat turn = random.within(2);
  pose.set_rotation(body::Joint::RightHand, turn);

  CHECK(angle_between(pose.rotation(body::Joint::RightHand), turn) < 1e-6);
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (body::joint_at(i) != body::Joint::RightHand) {
      CHECK(pose.rotation(body::joint_at(i)) == Quat{});
    }
  }
}

TEST_CASE("the lanes have room for every joint and channel", "[pose]") {
  STATIC_REQUIRE(pose::kBlocks * pose::kLanes >= body::kJointCount);
  STATIC_REQUIRE((pose::kBlocks - 1) * pose::kLanes < body::kJointCount);
  STATIC_REQUIRE(pose::kChannelLanes >= body::kChannelCount);
}

}  // namespace
}  // namespace kine::pose_test
