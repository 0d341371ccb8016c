#include "realizer/solve/arm_shape.h"

#include "realizer/math/units.h"

namespace kine::solve {
namespace {

constexpr double kOpens = 0.5;    // of what an elbow is bent: so much straighter at an extent of 1
constexpr double kCloses = 0.35;  // and so much more bent at -1
constexpr double kRaises = 0.3;   // the same of the upper arm, from where it hangs
constexpr double kLowers = 0.35;
constexpr double kElbowsOut_rad = 30 * kDegree;

/// `turn` by another share of its angle.
Quat scaled(const Quat& turn, double share) {
  return from_rotation_vector(share * rotation_vector(turn));
}

void extend(const body::Body& body, const body::ArmChain& arm, double extent,
            std::array<Quat, body::kJointCount>& parent_from_joint) {
  const auto set = [&](body::Joint joint, const Quat& turn) {
    const std::size_t i = body::index_of(joint);
    parent_from_joint[i] = within_limits(body.limits[i], turn);
  };
  const Quat& hanging = body.base_pose[body::index_of(arm.upper_arm)];
  const Quat& upper_arm = parent_from_joint[body::index_of(arm.upper_arm)];
  const Quat raised =
      scaled(upper_arm * conjugate(hanging), 1 + extent * (extent > 0 ? kRaises : kLowers));
  set(arm.upper_arm, raised * hanging);
  set(arm.lower_arm, scaled(parent_from_joint[body::index_of(arm.lower_arm)],
                            1 - extent * (extent > 0 ? kOpens : kCloses)));
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
