#include "realizer/body/groups.h"

#include <initializer_list>

namespace kine::body {
namespace {

using enum Joint;

JointSet set_of(std::initializer_list<Joint> joints) {
  JointSet set;
  for (const Joint joint : joints) set.insert(joint);
  return set;
}

/// All joints from `first` to `last` in the order of the skeleton.
JointSet range(Joint first, Joint last) {
  JointSet set;
  for (std::size_t i = index_of(first); i <= index_of(last); ++i) set.insert(joint_at(i));
  return set;
}

}  // namespace

std::vector<Group> common_groups() {
  return {
      {"leftArm", range(LeftShoulder, LeftHand)},
      {"rightArm", range(RightShoulder, RightHand)},
      {"leftFingers", range(LeftThumbMetacarpal, LeftLittleDistal)},
      {"rightFingers", range(RightThumbMetacarpal, RightLittleDistal)},
      {"head", set_of({Head})},
      {"headNeck", set_of({Neck, Head})},
      {"headThorax", range(Chest, Head)},
      {"headAbdomen", range(Spine, Head)},
      {"spine", range(Spine, UpperChest)},
      {"eyes", set_of({LeftEye, RightEye})},
      {"leftEye", set_of({LeftEye})},
      {"rightEye", set_of({RightEye})},
      {"shoulders", set_of({LeftShoulder, RightShoulder})},
      {"upperBodyNoArms", range(Spine, Head)},
      {"leftLeg", range(LeftUpperLeg, LeftToes)},
      {"rightLeg", range(RightUpperLeg, RightToes)},
      {"lowerBody", set_of({Hips}) | range(LeftUpperLeg, RightToes)},
      {"all", JointSet::all()},
  };
}

}  // namespace kine::body
