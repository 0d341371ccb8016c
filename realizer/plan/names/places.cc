#include "realizer/plan/names/places.h"

namespace kine::plan {

using enum body::Joint;

std::optional<body::Joint> hand_of(body::Joint joint) {
  if (joint >= LeftHand && joint <= LeftLittleDistal) return LeftHand;
  if (joint >= RightHand && joint <= RightLittleDistal) return RightHand;
  return {};
}

std::optional<body::Joint> mover_of(body::Joint joint) {
  if (const auto hand = hand_of(joint)) return body::parent_of(*hand);
  switch (joint) {
    case Chest:
    case UpperChest:
    case Neck:
    case Head:
    case LeftUpperArm:
    case LeftLowerArm:
    case RightUpperArm:
    case RightLowerArm:
      return body::parent_of(joint);
    default:
      return {};
  }
}

std::optional<std::size_t> find_group_of_place(const Names& names, body::Joint joint) {
  const auto mover = mover_of(joint);
  return mover ? names.find_group_of(*mover) : std::nullopt;
}

}  // namespace kine::plan
