#include "realizer/motion/ground/gait.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "realizer/math/units.h"
#include "realizer/motion/ground/gait_feet.h"
#include "realizer/motion/ground/gait_hips.h"
#include "realizer/motion/ground/gait_way.h"

namespace kine::motion {
namespace {

using pose::Gait;
using pose::StandingBody;

// Above the hips: the chest turns against them, the arms go with it.
constexpr double kTrunkTurn = -1.7;
constexpr double kArmForward_rad = 17 * kDegree;
constexpr double kArmBack_rad = 19 * kDegree;
constexpr double kForearm_rad = 14 * kDegree;

GoingAlong along_of(const Sway& sway) {
  GoingAlong along;
  along.trunk_rad = {-0.6 * sway.lean_rad, kTrunkTurn * sway.turn_rad, -0.9 * sway.list_rad};
  along.head_rad = {-0.4 * sway.lean_rad, -(1 + kTrunkTurn) * sway.turn_rad, -0.1 * sway.list_rad};
  for (std::size_t side = 0; side < along.arms_rad.size(); ++side) {
    const double own = side == 0 ? sway.arms : -sway.arms;
    along.arms_rad[side] = own * (own > 0 ? kArmForward_rad : kArmBack_rad);
    along.forearms_rad[side] = kForearm_rad * (std::abs(sway.arms) + own) / 2;
  }
  return along;
}

/// A hand that hangs makes room for a knee that turns out.
double arm_out_rad(const Foot& foot, body::Side side) {
  constexpr double kOut_rad = 6 * kDegree;
  constexpr double kWhole_rad = 45 * kDegree;  // of the knee
  const double knee_rad = side == body::Side::Left ? foot.yaw_rad : -foot.yaw_rad;
  return kOut_rad * pose::least_jerk(std::clamp(knee_rad / kWhole_rad, 0.0, 1.0));
}

}  // namespace

int landed_by(const Gait& gait, double time_s) {
  int landed = 0;
  while (landed < gait.steps && lands(gait, landed + 1) <= time_s) ++landed;
  return landed;
}

Gait stopped(const Gait& gait, double time_s) {
  Gait shorter = gait;
  shorter.steps = std::min(gait.steps, landed_by(gait, time_s) + 3);
  return shorter;
}

int free_from(const Gait& gait, double time_s) {
  const int next = landed_by(gait, time_s) + 1;
  // From then on the hips go over to where the next foot carries.
  const double carries_s = (lifts(gait, next) + lands(gait, next)) / 2;
  return time_s <= carries_s ? next : next + 1;
}

Gait gone_on(const Gait& gait, double time_s) {
  // The foot that stands, and how far the step before it went.
  constexpr int kBehind = 3;
  return without_bends_before(gait, landed_by(gait, time_s) - kBehind);
}

body::Placement root_at(const Gait& gait, double time_s) {
  return place_at(gait, step_of_root(gait, time_s));
}

body::Placement end_of(const Gait& gait) { return place_at(gait, gait.steps - 1); }

Footing walk(const Gait& gait, const StandingBody& body, double time_s) {
  Footing footing = standing(body, root_at(gait, time_s));
  const double in_steps = std::clamp(time_s, 0.0, gait.length_s());
  const Sway sway = sway_at(gait, body, in_steps);
  const double down_m = dropping_at(gait, in_steps).down_m(gait.drop_m);
  footing.hips_m = footing.hips_m + sway.moved_m - Vec3{0, down_m, 0};
  footing.character_from_hips = sway.character_from_hips();
  footing.along = along_of(sway);
  const FeetOfStep feet = feet_of(gait, body, step_at(gait, in_steps));
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    Foot foot = feet.at(side, in_steps);
    foot.ankle_m = turned(foot.ankle_m - footing.root.position_m, -footing.root.heading_rad);
    foot.yaw_rad -= footing.root.heading_rad;
    footing.feet[static_cast<std::size_t>(side)] = foot;
    footing.along.arms_out_rad[static_cast<std::size_t>(side)] = arm_out_rad(foot, side);
  }
  return footing;
}

}  // namespace kine::motion
