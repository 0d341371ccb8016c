#include "realizer/solve/leg.h"

#include <algorithm>
#include <cmath>

namespace kine::solve {
namespace {

using enum body::Joint;

/// How far thigh and shin reach when the knee is bent by an angle:
/// squares_m2 + 2 (fixed_m2 + swing_m2 cos(angle - straight_rad)), squared.
struct Knee {
  double squares_m2 = 0;
  double fixed_m2 = 0;  // of what lies along the hinge
  double swing_m2 = 0;
  double straight_rad = 0;  // where it is straightest
};

Knee knee_of(const Vec3& thigh, const Vec3& shin) {
  const double even = thigh.y * shin.y + thigh.z * shin.z;
  const double odd = thigh.z * shin.y - thigh.y * shin.z;
  return {.squares_m2 = dot(thigh, thigh) + dot(shin, shin),
          .fixed_m2 = thigh.x * shin.x,
          .swing_m2 = std::hypot(even, odd),
          .straight_rad = std::atan2(odd, even)};
}

double bend_for(const Knee& knee, double reach_m) {
  const double wanted = (reach_m * reach_m - knee.squares_m2) / 2 - knee.fixed_m2;
  return knee.straight_rad + std::acos(std::clamp(wanted / knee.swing_m2, -1.0, 1.0));
}

/// Axes of which the second points against `along` and the first is as near `sideways` as that
/// lets it.
Quat axes_of(const Vec3& along, const Vec3& sideways) {
  const Vec3 up = (-1 / length(along)) * along;
  const Vec3 side = unit(rejected(sideways, up), {1, 0, 0});
  return from_axes(side, up, cross(side, up));
}

}  // namespace

LegChain leg_chain(body::Side side) {
  if (side == body::Side::Left) return {LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes};
  return {RightUpperLeg, RightLowerLeg, RightFoot, RightToes};
}

double leg_reach_m(const body::Body& body, body::Side side) {
  const LegChain chain = leg_chain(side);
  const Knee knee = knee_of(body.offsets_m[body::index_of(chain.lower_leg)],
                            body.offsets_m[body::index_of(chain.foot)]);
  return std::sqrt(knee.squares_m2 + 2 * (knee.fixed_m2 + knee.swing_m2));
}

LegTurns bring_foot(const body::Body& body, body::Side side, const Vec3& hips_m,
                    const Quat& character_from_hips, const FootGoal& goal) {
  const LegChain chain = leg_chain(side);
  const Vec3& thigh = body.offsets_m[body::index_of(chain.lower_leg)];
  const Vec3& shin = body.offsets_m[body::index_of(chain.foot)];
  const Vec3 from = hips_m + character_from_hips * body.offsets_m[body::index_of(chain.upper_leg)];
  const Vec3 way = goal.ankle_m - from;
  const double bend_rad = bend_for(knee_of(thigh, shin), length(way));
  const Quat knee = rotation_about({1, 0, 0}, bend_rad);
  const Quat upper_in_character =
      axes_of(way, goal.sideways) * conjugate(axes_of(thigh + knee * shin, {1, 0, 0}));
  return {.upper_leg = normalized(conjugate(character_from_hips) * upper_in_character),
          .lower_leg = knee,
          .foot = normalized(conjugate(upper_in_character * knee) * goal.turn)};
}

}  // namespace kine::solve
