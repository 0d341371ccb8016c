#include "realizer/gesture/body_section.h"

namespace kine::gesture {
namespace {

constexpr double kTrunk = 1.5;
constexpr double kNear = 1;  // neck, shoulders, hip joints
constexpr double kMiddle = 0.7;
constexpr double kFar = 0.3;

using enum body::Joint;
constexpr WeighedJoint kHeadJoints[] = {{Neck, kNear}, {Head, kNear}};
constexpr WeighedJoint kArmJoints[] = {
    {LeftShoulder, kNear},  {LeftUpperArm, kNear},  {LeftLowerArm, kMiddle},  {LeftHand, kFar},
    {RightShoulder, kNear}, {RightUpperArm, kNear}, {RightLowerArm, kMiddle}, {RightHand, kFar}};
constexpr WeighedJoint kLowerJoints[] = {
    {Hips, kTrunk},           {Spine, kTrunk},         {Chest, kTrunk},  {UpperChest, kTrunk},
    {LeftUpperLeg, kNear},    {LeftLowerLeg, kMiddle}, {LeftFoot, kFar}, {RightUpperLeg, kNear},
    {RightLowerLeg, kMiddle}, {RightFoot, kFar}};

}  // namespace

std::string words_of(BodySection section) {
  switch (section) {
    case BodySection::Head:
      break;
    case BodySection::Arms:
      return "arms";
    case BodySection::Lower:
      return "lower body";
  }
  return "head";
}

std::span<const WeighedJoint> weighed_joints(BodySection section) {
  switch (section) {
    case BodySection::Head:
      break;
    case BodySection::Arms:
      return kArmJoints;
    case BodySection::Lower:
      return kLowerJoints;
  }
  return kHeadJoints;
}

}  // namespace kine::gesture
