#include "realizer/solve/arm_shape.h"

#include <algorithm>

#include "realizer/math/units.h"

namespace kine::solve {
namespace {

constexpr double kOpens = 0.5;    // of what an elbow is bent: so much straighter at an extent of 1
constexpr double kCloses = 0.35;  // and so much more bent at -1
constexpr double kRaises = 0.3;   // the same of the upper arm, from where it hangs
constexpr double kLowers = 0.35;
constexpr double kRaisedMost_rad = 170 * kDegree;  // past half a turn an arm would come from behind
constexpr double kElbowsOut_rad = 30 * kDegree;

/// `turn` by another share of its angle, which grows no farther than to `most_rad`.
Quat scaled(const Quat& turn, double share, double most_rad) {
  const Vec3 vector = rotation_vector(turn);
  const double angle_rad = length(vector);
  if (share * angle_rad <= std::max(angle_rad, most_rad))
    return from_rotation_vector(share * vector);
  return from_rotation_vector(std::max(angle_rad, most_rad) * unit(vector));
}

/// An elbow that is bent by another share, as far as it bends with ease: what swings past a pose
/// needs the rest.
Quat bent(const body::JointLimits& limits, const Quat& turn, double share) {
  constexpr double kEase = 0.9;
  Vec3 turns_rad = body::turns_of(limits.bone, turn);
  const double least_rad = std::min(kEase * limits.min_rad.y, turns_rad.y);
  const double most_rad = std::max(kEase * limits.max_rad.y, turns_rad.y);
  turns_rad.y = std::clamp(share * turns_rad.y, least_rad, most_rad);
  return body::from_turns(limits.bone, turns_rad);
}

void extend(const body::Body& body, const body::ArmChain& arm, double extent,
            std::array<Quat, body::kJointCount>& parent_from_joint) {
  const auto set = [&](body::Joint joint, const Quat& turn) {
    const std::size_t i = body::index_of(joint);
    parent_from_joint[i] = within_limits(body.limits[i], turn);
  };
  const Quat& hanging = body.base_pose[body::index_of(arm.upper_arm)];
  const Quat& upper_arm = parent_from_joint[body::index_of(arm.upper_arm)];
  const double raises = 1 + extent * (extent > 0 ? kRaises : kLowers);
  set(arm.upper_arm, scaled(upper_arm * conjugate(hanging), raises, kRaisedMost_rad) * hanging);
  const std::size_t elbow = body::index_of(arm.lower_arm);
  const double bends = 1 - extent * (extent > 0 ? kOpens : kCloses);
  set(arm.lower_arm, bent(body.limits[elbow], parent_from_joint[elbow], bends));
}

void swing_elbow(const body::Body& body, body::Side side, double elbows,
                 std::array<Quat, body::kJointCount>& parent_from_joint) {
  const body::ArmChain arm = body::arm_chain(side);
  Quat& upper_arm = parent_from_joint[body::index_of(arm.upper_arm)];
  const Quat& lower_arm = parent_from_joint[body::index_of(arm.lower_arm)];
  const Vec3 wrist_m = upper_arm * (body.offsets_m[body::index_of(arm.lower_arm)] +
                                    lower_arm * body.offsets_m[body::index_of(arm.hand)]);
  // Below a line ahead, a positive turn takes an elbow to the left.
  const double out = side == body::Side::Left ? 1 : -1;
  const double turn_rad = out * elbows * kElbowsOut_rad;
  const Quat hand_before = upper_arm * lower_arm * parent_from_joint[body::index_of(arm.hand)];
  upper_arm = normalized(rotation_about(unit(wrist_m), turn_rad) * upper_arm);
  const std::size_t hand = body::index_of(arm.hand);
  parent_from_joint[hand] =
      within_limits(body.limits[hand], normalized(conjugate(upper_arm * lower_arm) * hand_before));
}

}  // namespace

void shape_arm(const body::Body& body, body::Side side, double extent, double elbows,
               std::array<Quat, body::kJointCount>& parent_from_joint) {
  if (extent != 0) extend(body, body::arm_chain(side), extent, parent_from_joint);
  if (elbows != 0) swing_elbow(body, side, elbows, parent_from_joint);
}

}  // namespace kine::solve
