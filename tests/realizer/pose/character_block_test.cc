// Tests for realizer/pose/character_block.h.
#include "realizer/pose/character_block.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::character_block_test {
namespace {

using body::Joint;

TEST_CASE("each lane has the bones of its own body", "[character_block]") {
  const std::array bodies = {&test::ada(), &test::ben(), &test::ada()};

  const pose::BoneBlock bones = pose::bones_of(bodies);

  for (std::size_t lane = 0; lane < bodies.size(); ++lane) {
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const Vec3& offset = bodies[lane]->offsets_m[joint];
      CHECK(bones.offsets_m[joint].x[lane] == static_cast<float>(offset.x));
      CHECK(bones.offsets_m[joint].y[lane] == static_cast<float>(offset.y));
      CHECK(bones.offsets_m[joint].z[lane] == static_cast<float>(offset.z));
    }
  }
  CHECK(bones.offsets_m[body::index_of(Joint::Spine)].y[3] == 0);
}

TEST_CASE("only the named joints of the given poses are written back", "[character_block]") {
  pose::CharacterBlock characters;
  test::RandomRotations random(1);
  for (pose::QuatBlock& joint : characters.parent_from_joint) {
    joint = test::block_of([&] { return random.within(3); });
  }
  std::array<pose::Pose, 3> poses;
  const std::array joints = {Joint::LeftLowerArm, Joint::RightToes};
  const std::array<pose::Pose*, 2> written = {&poses[0], &poses[2]};

  pose::scatter(characters, joints, written);

  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Joint joint = body::joint_at(i);
    const bool named = joint == joints[0] || joint == joints[1];
    const pose::QuatBlock& lanes = characters.of(joint);
    CHECK(poses[0].rotation(joint) == (named ? test::lane_of(lanes, 0) : Quat{}));
    CHECK(poses[1].rotation(joint) == Quat{});
    CHECK(poses[2].rotation(joint) == (named ? test::lane_of(lanes, 1) : Quat{}));
  }
}

TEST_CASE("an arm block has its side's joints and bones", "[character_block]") {
  const std::array bodies = {&test::ben()};
  const pose::BoneBlock bones = pose::bones_of(bodies);
  test::RandomRotations random(2);
  pose::CharacterBlock characters;
  for (pose::QuatBlock& joint : characters.parent_from_joint) {
    joint = test::block_of([&] { return random.within(3); });
  }

  pose::ArmBlock arms = pose::arms_of(body::Side::Right, bones);
  pose::gather_arms(characters, body::Side::Right, arms);

  CHECK(arms.shoulder == characters.of(Joint::RightShoulder));
  CHECK(arms.upper_arm == characters.of(Joint::RightUpperArm));
  CHECK(arms.lower_arm == characters.of(Joint::RightLowerArm));
  CHECK(arms.upper_arm_m == bones.offsets_m[body::index_of(Joint::RightUpperArm)]);
  CHECK(arms.lower_arm_m == bones.offsets_m[body::index_of(Joint::RightLowerArm)]);
  CHECK(arms.hand_m == bones.offsets_m[body::index_of(Joint::RightHand)]);
  // About +Y, an arm stretched out to the right bends forwards.
  CHECK(arms.hinge.y[0] == 1);
  CHECK(arms_of(body::Side::Left, bones).hinge.y[0] == -1);
}

}  // namespace
}  // namespace kine::character_block_test
