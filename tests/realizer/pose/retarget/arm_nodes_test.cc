// Tests for realizer/pose/retarget/arm_nodes.h.
#include "realizer/pose/retarget/arm_nodes.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::arm_nodes_test {

using namespace kine;

namespace {

struct Bone {
  std::string name;
  std::optional<std::size_t> parent;
  bool is_end = false;
  Vec3 offset = {1, 0, 0};
};

pose::Recording recording_of(const std::vector<Bone>& bones) {
  pose::Recording recording;
  for (const Bone& bone : bones) {
    pose::Recording::Node node;
    node.name = bone.name;
    node.parent = bone.parent;
    node.is_end = bone.is_end;
    node.offset = bone.offset;
    recording.nodes.push_back(node);
  }
  recording.frame_count = 1;
  recording.frame_time = Seconds(0.1);
  return recording;
}

const pose::JointNames kNames = {{"LeftArm", body::Joint::LeftUpperArm},
                                 {"LeftForeArm", body::Joint::LeftLowerArm},
                                 {"RightArm", body::Joint::RightUpperArm},
                                 {"RightForeArm", body::Joint::RightLowerArm}};

std::optional<pose::ArmNodes> arm_of(const std::vector<Bone>& bones,
                                     body::Side side = body::Side::Left) {
  const pose::Recording recording = recording_of(bones);
  return pose::arm_nodes(recording, pose::nodes_of_joints(recording, kNames), side);
}

const std::vector<Bone> kBothArms = {{"Hips", {}},    {"Spine9", 0},       {"LeftShoulder", 1},
                                     {"LeftArm", 2},  {"roll", 3},         {"LeftForeArm", 4},
                                     {"LeftHand", 5}, {"Neck", 1},         {"RightShoulder", 1},
                                     {"RightArm", 8}, {"RightForeArm", 9}, {"RightHand", 10}};

}  // namespace

TEST_CASE("the chest is what carries both arms, whatever its name", "[arm_nodes]") {
  const auto left = arm_of(kBothArms);
  REQUIRE(left);
  CHECK(left->chest == 1);
  CHECK(left->upper_arm == 3);
  CHECK(left->lower_arm == 5);
  CHECK(left->hand == 6);
  const auto right = arm_of(kBothArms, body::Side::Right);
  REQUIRE(right);
  CHECK(right->chest == 1);
  CHECK(right->hand == 11);
}

TEST_CASE("an arm by itself hangs on what carries its clavicle, and may end in a tip",
          "[arm_nodes]") {
  const auto arm = arm_of(
      {{"Hips", {}}, {"LeftShoulder", 0}, {"LeftArm", 1}, {"LeftForeArm", 2}, {"Site", 3, true}});
  REQUIRE(arm);
  CHECK(arm->chest == 0);
  CHECK(arm->hand == 4);
}

TEST_CASE("what is no whole arm is none", "[arm_nodes]") {
  CHECK_FALSE(arm_of({{"Hips", {}}, {"LeftArm", 0}, {"LeftForeArm", 1}}));
  CHECK_FALSE(arm_of({{"Hips", {}}, {"LeftArm", 0}, {"LeftForeArm", 0}, {"LeftHand", 2}}));
  CHECK_FALSE(arm_of({{"LeftArm", {}}, {"LeftForeArm", 0}, {"LeftHand", 1}}));
  CHECK_FALSE(arm_of(
      {{"Hips", {}}, {"LeftArm", 0}, {"LeftForeArm", 1, false, {0, 0, 0}}, {"LeftHand", 2}}));
  CHECK_FALSE(arm_of({{"Hips", {}}}));
}

}  // namespace kine::arm_nodes_test
