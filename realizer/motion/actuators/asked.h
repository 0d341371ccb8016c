// What a pose asks of a figure, sorted by arms.
//
//   goals of a pose, the joints that may move for each --asked_of_arm--> what one arm has to do
#pragma once

#include <array>
#include <span>
#include <variant>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/plan/names/places.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

/// A goal and the joints that may move for it.
struct Asked {
  body::JointSet joints;
  const plan::Goal* goal = nullptr;
};

/// Whether anything of a goal can be done in a figure: looking and pointing cannot, whose targets
/// move, nor a turn of what stands there.
inline bool is_realized(const plan::Goal& goal) {
  return !std::holds_alternative<plan::LookAt>(goal) &&
         !std::holds_alternative<plan::Point>(goal) && !std::holds_alternative<plan::Turn>(goal) &&
         !std::holds_alternative<plan::Walk>(goal) && !std::holds_alternative<plan::Stance>(goal) &&
         !std::holds_alternative<plan::GoBack>(goal);
}

/// What a pose asks of one arm.
struct ArmAsked {
  const plan::Reach* hand = nullptr;  // or one of its fingers
  const plan::Reach* elbow = nullptr;
  const plan::Swivel* swivel = nullptr;
  const plan::Aim* upper_arm = nullptr;
  const plan::Aim* lower_arm = nullptr;
  std::vector<const plan::Aim*> of_hand;
};

inline ArmAsked asked_of_arm(std::span<const Asked> asked, body::Side side) {
  const body::ArmChain arm = body::arm_chain(side);
  ArmAsked of_arm;
  for (const Asked& each : asked) {
    if (const auto* reach = std::get_if<plan::Reach>(each.goal)) {
      if (plan::hand_of(reach->joint) == arm.hand) of_arm.hand = reach;
      if (reach->joint == arm.lower_arm) of_arm.elbow = reach;
    } else if (const auto* swivel = std::get_if<plan::Swivel>(each.goal)) {
      if (swivel->side == side) of_arm.swivel = swivel;
    } else if (const auto* aim = std::get_if<plan::Aim>(each.goal)) {
      if (aim->joint == arm.upper_arm) of_arm.upper_arm = aim;
      if (aim->joint == arm.lower_arm) of_arm.lower_arm = aim;
      if (aim->joint == arm.hand) of_arm.of_hand.push_back(aim);
    }
  }
  return of_arm;
}

/// The hands that touch the own body, and those that they touch.
inline body::JointSet touching_hands(std::span<const Asked> asked, const body::Body& body) {
  body::JointSet hands;
  for (const Asked& each : asked) {
    const auto* reach = std::get_if<plan::Reach>(each.goal);
    if (reach == nullptr || !reach->touch) continue;
    hands.insert(reach->joint);
    const auto other = plan::side_of(body.points[reach->touch->on].joint);
    if (other && plan::mover_of(reach->joint)) hands.insert(body::arm_chain(*other).hand);
  }
  return hands;
}

/// The arms in the order in which they are solved: one that touches the other comes behind it.
inline std::array<body::Side, 2> arms_in_order(std::span<const Asked> asked,
                                               const body::Body& body) {
  for (const Asked& each : asked) {
    const auto* reach = std::get_if<plan::Reach>(each.goal);
    if (reach == nullptr || !reach->touch || reach->joint != body::Joint::LeftHand) continue;
    if (plan::side_of(body.points[reach->touch->on].joint) == body::Side::Right) {
      return {body::Side::Right, body::Side::Left};
    }
  }
  return body::kSides;
}

}  // namespace kine::motion
