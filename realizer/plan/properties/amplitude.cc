#include "realizer/plan/properties/amplitude.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "realizer/body/body.h"
#include "realizer/plan/sketches.h"

namespace kine::plan {
namespace {

constexpr double kLargerBy = 0.5;

/// The arm of which a joint carries the hand. A hand that shows something must go on showing it, so
/// it is none of them.
std::optional<body::Side> arm_of(body::Joint joint) {
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    if (joint == arm.upper_arm || joint == arm.lower_arm) return side;
  }
  return {};
}

bool has_ways(body::Joint joint) {
  return arm_of(joint) || std::ranges::find(body::kSpineJoints, joint) != body::kSpineJoints.end();
}

bool is_of_hard_arm(const SolvedPose& pose, body::Joint joint) {
  const std::optional<body::Side> arm = arm_of(joint);
  return arm && pose.hard.contains(body::arm_chain(*arm).hand);
}

/// By how much the ways of a joint to a pose are larger.
double larger_by(const Plan& plan, const Sequence& sequence, const SolvedPose& solved,
                 body::Joint joint) {
  const Pose& pose = sequence.poses[solved.pose];
  const std::optional<body::Side> arm = arm_of(joint);
  const script::Expressivity& manner =
      arm ? manner_of(plan, sequence, pose, *arm) : manner_of(plan, sequence, pose);
  return kLargerBy * manner[script::kAmplitude];
}

/// The mean of turns that lie on one side of the sphere.
Quat middle_of(const SolvedPoses& solved, std::size_t joint, const Quat& at_rest) {
  Quat sum = at_rest;
  for (const SolvedPose& pose : solved.poses) {
    const Quat& turn = pose.rotations[joint];
    const double sign = dot(turn, at_rest) < 0 ? -1 : 1;
    sum = {sum.x + sign * turn.x, sum.y + sign * turn.y, sum.z + sign * turn.z,
           sum.w + sign * turn.w};
  }
  return normalized(sum);
}

/// `turn` by another share of its angle.
Quat share_of(const Quat& turn, double share) {
  return from_rotation_vector(share * rotation_vector(turn));
}

/// As far on from the middle as the joint turns without leaving the way.
Quat moved_on(const body::JointLimits& limits, const Quat& middle, const Quat& turn, double share) {
  const Quat way = conjugate(middle) * turn;
  const auto at = [&](double part) { return normalized(middle * share_of(way, part)); };
  const auto is_possible = [&](double part) {
    constexpr double kSame_rad = 1e-6;
    return angle_between(within_limits(limits, at(part)), at(part)) < kSame_rad;
  };
  if (share <= 1 || is_possible(share)) return at(share);
  double least = 1;
  double most = share;
  constexpr int kHalves = 12;
  for (int i = 0; i < kHalves; ++i) {
    const double half = (least + most) / 2;
    (is_possible(half) ? least : most) = half;
  }
  return at(least);
}

constexpr std::array<const script::Parameter*, 1> kAmplitudeParameters = {&script::kAmplitude};

class Amplitude final : public Property {
 public:
  std::string_view name() const override { return "amplitude"; }
  Stage stage() const override { return Stage::Space; }
  std::span<const script::Parameter* const> parameters() const override {
    return kAmplitudeParameters;
  }

  Plan applied_to(Plan plan, const PropertyContext&) const override { return plan; }

  void shape(const Plan& plan, const Sequence& sequence, const PropertyContext& context,
             SolvedPoses& solved) const override {
    if (plan.sketches.empty()) return;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const body::Joint joint = body::joint_at(i);
      if (!has_ways(joint)) continue;
      const auto more = [&](const SolvedPose& pose) {
        const bool stays = is_of_hard_arm(pose, joint) || !pose.touching.empty();
        return stays ? 0 : larger_by(plan, sequence, pose, joint);
      };
      if (std::ranges::all_of(solved.poses, [&](const auto& pose) { return more(pose) == 0; })) {
        continue;
      }
      const Quat middle = middle_of(solved, i, context.body.base_pose[i]);
      for (SolvedPose& pose : solved.poses) {
        if (more(pose) == 0) continue;
        pose.rotations[i] =
            moved_on(context.body.limits[i], middle, pose.rotations[i], 1 + more(pose));
      }
    }
  }
};

}  // namespace

const Property& amplitude() {
  static const Amplitude property;
  return property;
}

}  // namespace kine::plan
