#include "realizer/gesture/body_section.h"

namespace kine::gesture {

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

std::vector<WeighedJoint> weighed_joints(BodySection section) {
  constexpr double kTrunk = 1.5;
  constexpr double kNear = 1;  // neck, shoulders, hip joints
  constexpr double kMiddle = 0.7;
  constexpr double kFar = 0.3;
  using enum body::Joint;
  switch (section) {
    case BodySection::Head:
      return {{Neck, kNear}, {Head, kNear}};
    case BodySection::Arms:
      return {{LeftShoulder, kNear},    {LeftUpperArm, kNear},  {LeftLowerArm, kMiddle},
              {LeftHand, kFar},         {RightShoulder, kNear}, {RightUpperArm, kNear},
              {RightLowerArm, kMiddle}, {RightHand, kFar}};
    case BodySection::Lower:
      return {{Hips, kTrunk},       {Spine, kTrunk},        {Chest, kTrunk},
              {UpperChest, kTrunk}, {LeftUpperLeg, kNear},  {LeftLowerLeg, kMiddle},
              {LeftFoot, kFar},     {RightUpperLeg, kNear}, {RightLowerLeg, kMiddle},
              {RightFoot, kFar}};
  }
  return {};
}

}  // namespace kine::gesture
