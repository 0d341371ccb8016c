#include "realizer/motion/actuators/held.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "realizer/motion/actuators/key_poses.h"
#include "realizer/plan/names/places.h"

namespace kine::motion {
namespace {

using enum body::Joint;

bool keeps(const plan::Key& key, body::Joint hand, body::JointSet hard) {
  return std::ranges::any_of(key.goals, [&](const plan::Goal& goal) {
    const auto* reach = std::get_if<plan::Reach>(&goal);
    return reach != nullptr && plan::hand_of(reach->joint) == hand &&
           (reach->keep || reach->touch || hard.contains(hand));
  });
}

/// Whether the hand's own turn belongs to what is kept: it was asked for, or the point that is to
/// stay is not the wrist.
bool keeps_turn(const plan::Key& key, body::Joint hand) {
  return std::ranges::any_of(key.goals, [&](const plan::Goal& goal) {
    if (const auto* aim = std::get_if<plan::Aim>(&goal)) return aim->joint == hand;
    const auto* reach = std::get_if<plan::Reach>(&goal);
    return reach != nullptr && plan::hand_of(reach->joint) == hand &&
           (reach->joint != hand || reach->touch || reach->offset_m != Vec3{});
  });
}

pose::HeldKeys::Anchor anchor_of(script::Space frame) {
  switch (frame) {
    case script::Space::Chest:
      return pose::HeldKeys::Anchor::Chest;
    case script::Space::Hips:
      return pose::HeldKeys::Anchor::Hips;
    case script::Space::Character:
    case script::Space::World:  // where the character stands it stays
    case script::Space::HipsAtRest:
      break;
  }
  return pose::HeldKeys::Anchor::Character;
}

/// What carries a point of the surface, of those that hands are kept by. What is of the other arm
/// is carried by the chest.
pose::HeldKeys::Anchor carrier_of(body::Joint joint) {
  for (std::optional<body::Joint> at = joint; at; at = body::parent_of(*at)) {
    if (*at == Head) return pose::HeldKeys::Anchor::Head;
    if (*at == Chest) return pose::HeldKeys::Anchor::Chest;
  }
  return pose::HeldKeys::Anchor::Hips;
}

/// Where a hand touches, and none is kept otherwise: what carries that.
std::optional<pose::HeldKeys::Anchor> anchor_of_touch(const body::Body& body,
                                                      const plan::Track& track,
                                                      body::JointSet hard) {
  std::optional<pose::HeldKeys::Anchor> anchor;
  for (const plan::Key& key : track.keys) {
    for (const plan::Goal& goal : key.goals) {
      const auto* reach = std::get_if<plan::Reach>(&goal);
      if (reach == nullptr) continue;
      const auto hand = plan::hand_of(reach->joint);
      if (reach->keep || (hand && hard.contains(*hand))) return {};
      if (reach->touch && !anchor) anchor = carrier_of(body.points[reach->touch->on].joint);
    }
  }
  return anchor;
}

}  // namespace

pose::HeldKeys make_held_keys(const body::Body& body, const plan::Track& track, script::Space frame,
                              body::JointSet hard) {
  pose::HeldKeys held;
  body::JointSet carriers;
  for (const body::Joint joint : {Hips, Spine, Chest, UpperChest}) carriers.insert(joint);
  for (std::size_t side = 0; side < body::kSides.size(); ++side) {
    const body::ArmChain arm = body::arm_chain(body::kSides[side]);
    const bool kept = std::ranges::any_of(
        track.keys, [&](const plan::Key& key) { return keeps(key, arm.hand, hard); });
    if (!kept) continue;
    held.hands[side].emplace_back();  // makes way for the first key
    carriers.insert(arm.shoulder);
  }
  if (held.empty()) return held;
  held.anchor = anchor_of_touch(body, track, hard).value_or(anchor_of(frame));
  if (held.anchor == pose::HeldKeys::Anchor::Head) {
    for (const body::Joint joint : {Neck, Head}) carriers.insert(joint);
  }
  held.carriers = pose::JointKeys::of(carriers);
  return held;
}

void append_held(const std::array<Quat, body::kJointCount>& rotations, const plan::Key& key,
                 Seconds time, pose::HeldKeys& held, body::JointSet hard) {
  const std::size_t first = held.carriers.key_count();
  append_key(rotations, time, key.hold, key.tcb, held.carriers);
  for (std::size_t side = 0; side < body::kSides.size(); ++side) {
    std::vector<pose::HeldKeys::Share>& shares = held.hands[side];
    if (shares.empty()) continue;
    if (first == 0) shares.clear();
    const body::Joint hand = body::arm_chain(body::kSides[side]).hand;
    const bool kept = keeps(key, hand, hard);
    for (std::size_t i = first; i < held.carriers.key_count(); ++i) {
      shares.push_back({.time_s = held.carriers.times_s[i],
                        .place = kept ? 1.0F : 0.0F,
                        .turn = kept && keeps_turn(key, hand) ? 1.0F : 0.0F});
    }
  }
}

}  // namespace kine::motion
