#include "realizer/dynamics/captured_arm.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "realizer/core/assert.h"
#include "realizer/math/ease.h"
#include "realizer/math/mass_tracker.h"

namespace kine::dynamics {
namespace {

/// How far a wrist bends to keep the hand's turn: freely up to here, and never beyond.
constexpr double kWristFree_rad = 40 * std::numbers::pi / 180;
constexpr double kWristMax_rad = 70 * std::numbers::pi / 180;

ArmInChest arm_in_chest(const pose::Recording& recording, const pose::ArmNodes& nodes,
                        const pose::Placed& frame) {
  const Quat chest_from_space = conjugate(frame.rotations[nodes.chest]);
  const auto place = [&](std::size_t node) {
    return chest_from_space * (frame.positions[node] - frame.positions[nodes.chest]);
  };
  const auto turn = [&](std::size_t node) {
    return normalized(chest_from_space * frame.rotations[node]);
  };
  const auto parent = [&](std::size_t node) { return *recording.nodes[node].parent; };
  ArmInChest arm;
  arm.bones = {place(nodes.upper_arm), place(nodes.lower_arm), place(nodes.hand)};
  arm.target = arm.bones.end;
  arm.upper_arm = turn(nodes.upper_arm);
  arm.lower_arm = turn(nodes.lower_arm);
  arm.hand = turn(nodes.hand);
  arm.parent_of_upper_arm = turn(parent(nodes.upper_arm));
  arm.lower_parent_in_upper = conjugate(arm.upper_arm) * turn(parent(nodes.lower_arm));
  arm.hand_parent_in_lower = conjugate(arm.lower_arm) * turn(parent(nodes.hand));
  return arm;
}

/// `arm` with its joints turned as those of `as`, and meant to be there: all of it at share 1.
ArmInChest drawn_to(const ArmInChest& arm, const ArmInChest& as, double share) {
  ArmInChest drawn = arm;
  drawn.upper_arm = slerp(arm.upper_arm, as.upper_arm, share);
  drawn.lower_arm = slerp(arm.lower_arm, as.lower_arm, share);
  drawn.hand = slerp(arm.hand, as.hand, share);
  drawn.target = arm.target + share * (as.target - arm.target);
  const TwoBones& bones = arm.bones;
  drawn.bones.middle =
      bones.root + drawn.upper_arm * conjugate(arm.upper_arm) * (bones.middle - bones.root);
  drawn.bones.end =
      drawn.bones.middle + drawn.lower_arm * conjugate(arm.lower_arm) * (bones.end - bones.middle);
  return drawn;
}

/// The axis about which the elbow bends, in the axes of the upper arm: what all frames say, those
/// most that bend it most. A captured elbow that is all but straight says noise.
Vec3 hinge_of(const std::vector<ArmInChest>& arm) {
  Vec3 sum;
  for (const ArmInChest& each : arm) {
    const TwoBones& bones = each.bones;
    sum = sum + conjugate(each.upper_arm) *
                    cross(unit(bones.middle - bones.root), unit(bones.end - bones.middle));
  }
  return unit(sum);
}

/// `change` as far as a wrist can.
Quat within_wrist(const Quat& change) {
  const Vec3 turn = rotation_vector(change);
  const double size = length(turn);
  if (size <= kWristFree_rad) return change;
  const double soft = kWristMax_rad - kWristFree_rad;
  const double kept = kWristMax_rad - soft * std::exp(-(size - kWristFree_rad) / soft);
  return from_rotation_vector(kept / size * turn);
}

void append_turns(const ArmInChest& arm, const Vec3& wrist, const Vec3& hinge,
                  ArmTurnsOfFrames& turns) {
  const TwoBoneReach reach = reached(arm.bones, wrist, arm.upper_arm * hinge);
  const Quat upper_arm = reach.upper * arm.upper_arm;
  const Quat lower_arm = reach.lower * arm.lower_arm;
  const Quat hand_in_lower = conjugate(arm.lower_arm) * arm.hand;
  const Quat change = conjugate(lower_arm) * arm.hand * conjugate(hand_in_lower);
  const Quat hand = lower_arm * within_wrist(change) * hand_in_lower;
  turns.upper_arm.push_back(normalized(conjugate(arm.parent_of_upper_arm) * upper_arm));
  turns.lower_arm.push_back(
      normalized(conjugate(upper_arm * arm.lower_parent_in_upper) * lower_arm));
  turns.hand.push_back(normalized(conjugate(lower_arm * arm.hand_parent_in_lower) * hand));
}

}  // namespace

std::vector<ArmInChest> captured_arm(const pose::Recording& recording,
                                     const pose::ArmNodes& nodes) {
  std::vector<ArmInChest> arm;
  arm.reserve(recording.frame_count);
  for (std::size_t i = 0; i < recording.frame_count; ++i) {
    arm.push_back(arm_in_chest(recording, nodes, placed(recording, i)));
  }
  return arm;
}

std::vector<ArmInChest> with_holds(std::vector<ArmInChest> arm,
                                   std::span<const CapturedFrame> asked, Seconds frame_time) {
  KINE_ASSERT(arm.size() == asked.size());
  std::optional<ArmInChest> held;  // the last one, which is left bit by bit
  std::size_t last_held = 0;
  for (std::size_t i = 0; i < arm.size(); ++i) {
    const bool goes_on = asked[i].is_held && held && last_held + 1 == i;
    if (held) {
      const Seconds since = static_cast<double>(i - last_held) * frame_time;
      const double share = goes_on ? 1 : 1 - eased(since / kHoldLeftOver);
      if (share > 0) arm[i] = drawn_to(arm[i], *held, share);
    }
    if (!asked[i].is_held) continue;
    if (!goes_on) held = arm[i];
    last_held = i;
  }
  return arm;
}

ArmTurnsOfFrames tracked(const std::vector<ArmInChest>& arm, std::span<const CapturedFrame> asked,
                         Seconds frame_time) {
  KINE_ASSERT(!arm.empty() && arm.size() == asked.size());
  const Vec3 hinge = hinge_of(arm);
  MassInSpace mass{arm[0].target, {}};
  if (arm.size() > 1) mass.v = (arm[1].target - arm[0].target) / frame_time.count();

  ArmTurnsOfFrames turns;
  append_turns(arm[0], mass.x, hinge, turns);
  for (std::size_t i = 1; i < arm.size(); ++i) {
    const TrackerStep step = step_of(asked[i].tension, frame_time);
    mass = advanced(mass, step, arm[i - 1].target, arm[i].target);
    append_turns(arm[i], mass.x, hinge, turns);
  }
  return turns;
}

}  // namespace kine::dynamics
