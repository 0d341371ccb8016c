#include "realizer/autonomy/carriage.h"

#include <cstddef>

#include "realizer/math/units.h"

namespace kine::autonomy {
namespace {

// People turn their toes out by some seven degrees, one foot more than the other.
constexpr double kToesOutLeast_rad = 3 * kDegree;
constexpr double kToesOutMost_rad = 11 * kDegree;

// One elbow is nearly straight, the other one bent a little.
constexpr double kBentLeast = 0.5;
constexpr double kBentMost = 1.8;
constexpr double kHangsLeast = 0.95;

/// `turn` by another share of its angle.
Quat by_share(double share, const Quat& turn) {
  return from_rotation_vector(share * rotation_vector(turn));
}

}  // namespace

Carriage own_carriage(Random random) {
  Carriage carriage;
  for (std::size_t side = 0; side < carriage.feet.size(); ++side) {
    const double to_left = side == 0 ? 1 : -1;
    carriage.feet[side].yaw_rad = to_left * random.number(kToesOutLeast_rad, kToesOutMost_rad);
    carriage.elbows_bend[side] = random.number(kBentLeast, kBentMost);
    carriage.arms_hang[side] = random.number(kHangsLeast, 1);
  }
  return carriage;
}

void hang_arms(const Carriage& carriage, const body::Body& body, pose::Pose& base) {
  for (const body::Side side : body::kSides) {
    const auto i = static_cast<std::size_t>(side);
    const body::ArmChain arm = body::arm_chain(side);
    const auto turn = [&](body::Joint joint, double share) {
      base.set_rotation(joint, by_share(share, body.base_pose[body::index_of(joint)]));
    };
    turn(arm.lower_arm, carriage.elbows_bend[i]);
    turn(arm.upper_arm, carriage.arms_hang[i]);
  }
}

}  // namespace kine::autonomy
