#include "realizer/body/skeleton.h"

namespace kine::body {
namespace {

struct Row {
  std::string_view name;
  Joint parent;  // of the hips: itself
};

using enum Joint;

// clang-format off
constexpr std::array<Row, kJointCount> kRows = {{
    {"hips", Hips}, {"spine", Hips}, {"chest", Spine}, {"upperChest", Chest},
    {"neck", UpperChest}, {"head", Neck}, {"jaw", Head}, {"leftEye", Head}, {"rightEye", Head},

    {"leftShoulder", UpperChest}, {"leftUpperArm", LeftShoulder},
    {"leftLowerArm", LeftUpperArm}, {"leftHand", LeftLowerArm},
    {"leftThumbMetacarpal", LeftHand}, {"leftThumbProximal", LeftThumbMetacarpal},
    {"leftThumbDistal", LeftThumbProximal},
    {"leftIndexProximal", LeftHand}, {"leftIndexIntermediate", LeftIndexProximal},
    {"leftIndexDistal", LeftIndexIntermediate},
    {"leftMiddleProximal", LeftHand}, {"leftMiddleIntermediate", LeftMiddleProximal},
    {"leftMiddleDistal", LeftMiddleIntermediate},
    {"leftRingProximal", LeftHand}, {"leftRingIntermediate", LeftRingProximal},
    {"leftRingDistal", LeftRingIntermediate},
    {"leftLittleProximal", LeftHand}, {"leftLittleIntermediate", LeftLittleProximal},
    {"leftLittleDistal", LeftLittleIntermediate},

    {"rightShoulder", UpperChest}, {"rightUpperArm", RightShoulder},
    {"rightLowerArm", RightUpperArm}, {"rightHand", RightLowerArm},
    {"rightThumbMetacarpal", RightHand}, {"rightThumbProximal", RightThumbMetacarpal},
    {"rightThumbDistal", RightThumbProximal},
    {"rightIndexProximal", RightHand}, {"rightIndexIntermediate", RightIndexProximal},
    {"rightIndexDistal", RightIndexIntermediate},
    {"rightMiddleProximal", RightHand}, {"rightMiddleIntermediate", RightMiddleProximal},
    {"rightMiddleDistal", RightMiddleIntermediate},
    {"rightRingProximal", RightHand}, {"rightRingIntermediate", RightRingProximal},
    {"rightRingDistal", RightRingIntermediate},
    {"rightLittleProximal", RightHand}, {"rightLittleIntermediate", RightLittleProximal},
    {"rightLittleDistal", RightLittleIntermediate},

    {"leftUpperLeg", Hips}, {"leftLowerLeg", LeftUpperLeg}, {"leftFoot", LeftLowerLeg},
    {"leftToes", LeftFoot},
    {"rightUpperLeg", Hips}, {"rightLowerLeg", RightUpperLeg}, {"rightFoot", RightLowerLeg},
    {"rightToes", RightFoot},
}};
// clang-format on

constexpr bool parents_come_first() {
  for (std::size_t i = 1; i < kJointCount; ++i) {
    if (index_of(kRows[i].parent) >= i) return false;
  }
  return kRows[0].parent == Hips;
}
static_assert(parents_come_first(), "a model is computed in one pass");

constexpr std::array<std::int8_t, kJointCount> make_parent_indices() {
  std::array<std::int8_t, kJointCount> indices{};
  indices[0] = -1;
  for (std::size_t i = 1; i < kJointCount; ++i) {
    indices[i] = static_cast<std::int8_t>(kRows[i].parent);
  }
  return indices;
}
constexpr std::array<std::int8_t, kJointCount> kParentIndices = make_parent_indices();

constexpr std::size_t kArmJointCount = index_of(RightShoulder) - index_of(LeftShoulder);
constexpr std::size_t kLegJointCount = index_of(RightUpperLeg) - index_of(LeftUpperLeg);

constexpr bool is_within(Joint joint, Joint first, std::size_t count) {
  return joint >= first && index_of(joint) < index_of(first) + count;
}

}  // namespace

std::string_view name_of(Joint joint) { return kRows[index_of(joint)].name; }

std::optional<Joint> find_joint(std::string_view name) {
  for (std::size_t i = 0; i < kJointCount; ++i) {
    if (kRows[i].name == name) return joint_at(i);
  }
  return {};
}

std::optional<Joint> parent_of(Joint joint) {
  if (joint == Hips) return {};
  return kRows[index_of(joint)].parent;
}

Joint mirrored(Joint joint) {
  if (joint == LeftEye) return RightEye;
  if (joint == RightEye) return LeftEye;
  const std::size_t index = index_of(joint);
  if (is_within(joint, LeftShoulder, kArmJointCount)) return joint_at(index + kArmJointCount);
  if (is_within(joint, RightShoulder, kArmJointCount)) return joint_at(index - kArmJointCount);
  if (is_within(joint, LeftUpperLeg, kLegJointCount)) return joint_at(index + kLegJointCount);
  if (is_within(joint, RightUpperLeg, kLegJointCount)) return joint_at(index - kLegJointCount);
  return joint;
}

const std::array<std::int8_t, kJointCount>& parent_indices() { return kParentIndices; }

JointSet joints_above_waist() {
  JointSet joints;
  for (std::size_t i = index_of(Joint::Spine); i < index_of(Joint::LeftUpperLeg); ++i) {
    const Joint joint = joint_at(i);
    const bool is_of_face =
        joint == Joint::Jaw || joint == Joint::LeftEye || joint == Joint::RightEye;
    if (!is_of_face) joints.insert(joint);
  }
  return joints;
}

}  // namespace kine::body
