#include "realizer/solve/leg.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

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

/// Each as an offset in the axes of the joint that it hangs on, and where the leg begins.
struct Bones {
  Vec3 thigh;
  Vec3 shin;
  Vec3 from_m;
};

Bones bones_of(const body::Body& body, body::Side side, const Vec3& hips_m,
               const Quat& character_from_hips) {
  const LegChain chain = leg_chain(side);
  const auto offset = [&](body::Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  return {offset(chain.lower_leg), offset(chain.foot),
          hips_m + character_from_hips * offset(chain.upper_leg)};
}

}  // namespace

LegChain leg_chain(body::Side side) {
  if (side == body::Side::Left) return {LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes};
  return {RightUpperLeg, RightLowerLeg, RightFoot, RightToes};
}

double leg_reach_m(const body::Body& body, body::Side side, const Quat& lower_leg) {
  const LegChain chain = leg_chain(side);
  const Knee knee = knee_of(conjugate(lower_leg) * body.offsets_m[body::index_of(chain.lower_leg)],
                            body.offsets_m[body::index_of(chain.foot)]);
  return std::sqrt(knee.squares_m2 + 2 * (knee.fixed_m2 + knee.swing_m2));
}

LegTurns bring_foot(const body::Body& body, body::Side side, const Vec3& hips_m,
                    const Quat& character_from_hips, const FootGoal& goal) {
  const auto [thigh, shin, from] = bones_of(body, side, hips_m, character_from_hips);
  const Vec3 way = goal.ankle_m - from;
  const double bend_rad = bend_for(knee_of(thigh, shin), length(way));
  const Quat knee = rotation_about({1, 0, 0}, bend_rad);
  const Quat upper_in_character =
      axes_of(way, goal.sideways) * conjugate(axes_of(thigh + knee * shin, {1, 0, 0}));
  return {.upper_leg = normalized(conjugate(character_from_hips) * upper_in_character),
          .lower_leg = knee,
          .foot = normalized(conjugate(upper_in_character * knee) * goal.turn)};
}

StandingLeg standing_leg(const body::Body& body, body::Side side, const Vec3& hips_m,
                         const Quat& character_from_hips, const LegTurns& turns) {
  const auto [thigh, shin, from_m] = bones_of(body, side, hips_m, character_from_hips);
  const Quat upper_leg = character_from_hips * turns.upper_leg;
  const Quat lower_leg = upper_leg * turns.lower_leg;
  return {.ankle_m = from_m + upper_leg * thigh + lower_leg * shin,
          .character_from_upper_leg = upper_leg,
          .lower_leg = turns.lower_leg,
          .character_from_foot = lower_leg * turns.foot};
}

double standing_reach_m(const body::Body& body, body::Side side, const StandingLeg& leg) {
  constexpr double kStraightest = 0.999;
  const LegChain chain = leg_chain(side);
  const Vec3 ankle_m = body.offsets_m[body::index_of(chain.lower_leg)] +
                       leg.lower_leg * body.offsets_m[body::index_of(chain.foot)];
  return std::max(length(ankle_m), kStraightest * leg_reach_m(body, side, leg.lower_leg));
}

KneePlace find_knee(const body::Body& body, body::Side side, const Vec3& from_m,
                    const StandingLeg& leg) {
  constexpr double kLeastSine = 1e-3;  // a knee that is straight goes any way
  const LegChain chain = leg_chain(side);
  const Vec3& thigh = body.offsets_m[body::index_of(chain.lower_leg)];
  const Vec3& shin = body.offsets_m[body::index_of(chain.foot)];
  const Vec3 way = leg.ankle_m - from_m;
  const double length_m = length(way);
  const Knee knee = knee_of(conjugate(leg.lower_leg) * thigh, shin);
  const double bend_rad = bend_for(knee, length_m);
  const Quat turn = leg.lower_leg * rotation_about({1, 0, 0}, bend_rad);

  // Both ways to the ankle as directions: before the turn that takes one to the other, and after.
  const Quat& upper = leg.character_from_upper_leg;
  const Vec3 bone = upper * thigh;
  const Vec3 bent = upper * (thigh + turn * shin);
  const Vec3 from = unit(bent);
  const Vec3 to = unit(way);
  const double sine = std::max(std::sin(bend_rad - knee.straight_rad), kLeastSine);
  const double bend_by_length = -length_m / (knee.swing_m2 * sine);
  const Vec3 bent_by_length = bend_by_length * (upper * (turn * cross({1, 0, 0}, shin)));
  const Vec3 from_by_length = rejected(bent_by_length, from) / length(bent);

  const Vec3 axis = cross(from, to);
  const double along = dot(axis, bone);
  const double cosine = dot(from, to);
  KneePlace place{.knee_m = from_m + shortest_arc(bent, way) * bone};
  constexpr std::array<Vec3, 3> kAxes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t i = 0; i < kAxes.size(); ++i) {
    const Vec3 d_from = -dot(to, kAxes[i]) * from_by_length;
    const Vec3 d_to = -1.0 / length_m * rejected(kAxes[i], to);
    const Vec3 d_axis = cross(d_from, to) + cross(from, d_to);
    const double d_cosine = dot(d_from, to) + dot(from, d_to);
    // Of Rodrigues' rotation: cosine bone + axis x bone + axis (axis . bone) / (1 + cosine).
    const double share = 1 / (1 + cosine);
    place.slopes[i] = kAxes[i] + d_cosine * bone + cross(d_axis, bone) +
                      share * (along * d_axis + dot(d_axis, bone) * axis) -
                      share * share * d_cosine * along * axis;
  }
  return place;
}

LegTurns keep_foot(const body::Body& body, body::Side side, const Vec3& hips_m,
                   const Quat& character_from_hips, const StandingLeg& leg) {
  const auto [thigh, shin, from] = bones_of(body, side, hips_m, character_from_hips);
  const Vec3 way = leg.ankle_m - from;
  const double more_rad = bend_for(knee_of(conjugate(leg.lower_leg) * thigh, shin), length(way));
  const Quat knee = leg.lower_leg * rotation_about({1, 0, 0}, more_rad);
  const Quat upper_in_character =
      shortest_arc(leg.character_from_upper_leg * (thigh + knee * shin), way) *
      leg.character_from_upper_leg;
  return {.upper_leg = normalized(conjugate(character_from_hips) * upper_in_character),
          .lower_leg = normalized(knee),
          .foot = normalized(conjugate(upper_in_character * knee) * leg.character_from_foot)};
}

}  // namespace kine::solve
