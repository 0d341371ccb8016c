#include "realizer/solve/body_shift.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "realizer/body/centre_of_mass.h"
#include "realizer/math/ease.h"
#include "realizer/solve/leg.h"
#include "realizer/solve/soft_limit.h"

namespace kine::solve {
namespace {

using body::Body;
using body::BodyOffsets;
using enum body::Joint;

/// Hips carry most of the mass along: a round leaves less than two fifths of the way, five leave 1
/// %.
constexpr int kBalanceRounds = 5;

const Quat& turn_in(const Carriage& carriage, body::Joint joint) {
  return carriage.parent_from_joint[body::index_of(joint)];
}

/// What stands on the ground: the hips and the legs below them.
struct Footing {
  Vec3 hips_m;
  Quat hips;
  std::array<LegTurns, body::kSides.size()> legs = {};
};

Footing footing_in(const Carriage& carriage) {
  Footing footing{.hips_m = carriage.hips_m, .hips = turn_in(carriage, Hips)};
  for (const body::Side side : body::kSides) {
    const LegChain chain = leg_chain(side);
    footing.legs[static_cast<std::size_t>(side)] = {.upper_leg = turn_in(carriage, chain.upper_leg),
                                                    .lower_leg = turn_in(carriage, chain.lower_leg),
                                                    .foot = turn_in(carriage, chain.foot)};
  }
  return footing;
}

using Legs = std::array<StandingLeg, body::kSides.size()>;

Legs legs_of(const Body& body, const Footing& footing) {
  Legs legs;
  for (const body::Side side : body::kSides) {
    const auto i = static_cast<std::size_t>(side);
    legs[i] = standing_leg(body, side, footing.hips_m, footing.hips, footing.legs[i]);
  }
  return legs;
}

/// Feet that have stepped aside take their knees along.
void step_aside(const std::array<body::FootOffset, 2>& feet, Legs& legs) {
  for (std::size_t i = 0; i < legs.size(); ++i) {
    if (feet[i] == body::FootOffset{}) continue;
    const Quat yaw = rotation_about({0, 1, 0}, feet[i].yaw_rad);
    legs[i].ankle_m = legs[i].ankle_m + feet[i].moved_m;
    legs[i].character_from_upper_leg = yaw * legs[i].character_from_upper_leg;
    legs[i].character_from_foot = yaw * legs[i].character_from_foot;
  }
}

/// How far before the end of a leg hips begin to give way for feet that step: at its end at once, a
/// knee that snaps straight would jump.
double softness_m(const std::array<body::FootOffset, 2>& feet) {
  constexpr double kSoft_m = 0.02;
  constexpr double kWhole_m = 0.03;
  double way_m = 0;
  for (const body::FootOffset& foot : feet) {
    constexpr double kFoot_m = 0.1;  // that turns
    way_m += length(foot.moved_m) + kFoot_m * std::abs(foot.yaw_rad);
  }
  return kSoft_m * eased(way_m / kWhole_m);
}

/// Lets the hips down as far as both feet need.
void stay_in_reach(const Body& body, const Legs& legs, double soft_m, Footing& footing) {
  for (const body::Side side : body::kSides) {
    const StandingLeg& leg = legs[static_cast<std::size_t>(side)];
    const Vec3& joint_m = body.offsets_m[body::index_of(leg_chain(side).upper_leg)];
    const Vec3 way_m = footing.hips_m + footing.hips * joint_m - leg.ankle_m;
    const double reach_m = standing_reach_m(body, side, leg);
    const double level_m2 = way_m.x * way_m.x + way_m.z * way_m.z;
    const double highest_m = std::sqrt(std::max(reach_m * reach_m - level_m2, 0.0));
    const double over_m = way_m.y - highest_m;
    footing.hips_m.y -=
        soft_m == 0 ? std::max(over_m, 0.0) : 0.5 * (over_m + std::hypot(over_m, soft_m));
  }
}

void stand_on(const Body& body, const Legs& legs, double soft_m, Footing& footing) {
  stay_in_reach(body, legs, soft_m, footing);
  for (const body::Side side : body::kSides) {
    const auto i = static_cast<std::size_t>(side);
    footing.legs[i] = keep_foot(body, side, footing.hips_m, footing.hips, legs[i]);
  }
}

/// A rotation within the limits of its joint, which it approaches softly.
Quat softly_within(const body::JointLimits& limits, const Quat& rotation) {
  const Vec3 turns = body::turns_of(limits.bone, rotation);
  const Vec3& min = limits.min_rad;
  const Vec3& max = limits.max_rad;
  const Vec3 inside{within_softly({min.x, max.x}, turns.x), within_softly({min.y, max.y}, turns.y),
                    within_softly({min.z, max.z}, turns.z)};
  constexpr double kRounding_rad = 1e-9;
  if (length(inside - turns) < kRounding_rad) return rotation;
  return body::from_turns(limits.bone, inside);
}

/// What goes along with several gestures adds up: a clavicle goes no farther than it can.
Quat clavicle_turn(const Body& body, body::Joint clavicle, const Quat& beneath,
                   const Vec3& turn_rad) {
  const body::JointLimits& limits = body.limits[body::index_of(clavicle)];
  const Quat turn = from_rotation_vector(turn_rad);
  const Quat wanted = beneath * turn;
  const Quat had = softly_within(limits, wanted);
  return had == wanted ? turn : conjugate(softly_within(limits, beneath)) * had;
}

/// The turns above the hips, in the order of the joints that are shifted.
void turn_above_the_hips(const Body& body, const BodyOffsets& offsets, const Carriage& carriage,
                         BodyShift& shift) {
  for (std::size_t i = 0; i < body::kSpineJoints.size(); ++i) {
    if (offsets.spine_rad[i] == Vec3{}) continue;
    shift.turns[1 + i] = from_rotation_vector(offsets.spine_rad[i]);
  }
  for (std::size_t i = 0; i < body::kSides.size(); ++i) {
    if (offsets.clavicles_rad[i] == Vec3{}) continue;
    const body::Joint clavicle = body::arm_chain(body::kSides[i]).shoulder;
    shift.turns[kFirstShiftedClavicle + i] =
        clavicle_turn(body, clavicle, turn_in(carriage, clavicle), offsets.clavicles_rad[i]);
  }
}

/// Of the turn of a chest, the part about the upright axis.
Quat turn_to_the_side(const Quat& turn) {
  const Quat twist{0, turn.y, 0, turn.w};
  return length(Vec3{twist.y, twist.w, 0}) < 1e-9 ? Quat{} : normalized(twist);
}

/// Arms have weight: one that hangs does not lean with the trunk.
void let_arms_hang(const Body& body, const Carriage& carriage, BodyShift& shift) {
  Quat before;
  Quat after;
  constexpr std::size_t kToChest = 4;
  for (std::size_t i = 0; i < kToChest; ++i) {
    const Quat& turn = turn_in(carriage, kShiftedJoints[i]);
    before = before * turn;
    after = after * turn * shift.turns[i];
  }
  const Quat side = turn_to_the_side(after * conjugate(before));
  for (const body::Side each : body::kSides) {
    const auto i = static_cast<std::size_t>(each);
    const body::ArmChain arm = body::arm_chain(each);
    const Quat& clavicle = turn_in(carriage, arm.shoulder);
    const Quat hung = before * clavicle * turn_in(carriage, arm.upper_arm);
    const double share = hanging_share(body, each, hung, turn_in(carriage, arm.lower_arm));
    if (share == 0) continue;
    const Quat carried =
        after * clavicle * shift.turn_of_shoulder(each) * turn_in(carriage, arm.upper_arm);
    shift.turns[kFirstShiftedArm + i] = slerp({}, conjugate(carried) * side * hung, share);
  }
}

void turn_from(const Footing& before, const Footing& after, BodyShift& shift) {
  shift.hips_m = after.hips_m - before.hips_m;
  shift.turns[0] = conjugate(before.hips) * after.hips;
  for (std::size_t i = 0; i < body::kSides.size(); ++i) {
    const LegTurns& from = before.legs[i];
    const LegTurns& to = after.legs[i];
    Quat* const turns = &shift.turns[kFirstShiftedLeg + 3 * i];
    turns[0] = conjugate(from.upper_leg) * to.upper_leg;
    turns[1] = conjugate(from.lower_leg) * to.lower_leg;
    turns[2] = conjugate(from.foot) * to.foot;
  }
}

Vec3 centre_of_mass_of(const Body& body, const Carriage& carriage) {
  const Body::Model model = body.compute_model(carriage.parent_from_joint);
  return centre_of_mass_m(body, model) + carriage.hips_m - model.positions_m[body::index_of(Hips)];
}

/// Moves the hips level until the centre of mass is as far from where it was as is wanted.
void balance(const Body& body, const Legs& legs, const BodyOffsets& offsets, const Carriage& before,
             Footing& after, BodyShift& shift) {
  const auto [left_m, forwards_m] = offsets.centre_of_mass_m;
  const Vec3 goal_m = centre_of_mass_of(body, before) + Vec3{left_m, 0, forwards_m};
  const Footing footing = footing_in(before);
  for (int round = 0; round < kBalanceRounds; ++round) {
    const Vec3 left = goal_m - centre_of_mass_of(body, shifted(shift, before));
    after.hips_m = after.hips_m + Vec3{left.x, 0, left.z};
    stand_on(body, legs, softness_m(offsets.feet), after);
    turn_from(footing, after, shift);
  }
}

}  // namespace

Carriage shifted(const BodyShift& shift, Carriage carriage) {
  carriage.hips_m = carriage.hips_m + shift.hips_m;
  for (std::size_t i = 0; i < kShiftedJoints.size(); ++i) {
    Quat& turn = carriage.parent_from_joint[body::index_of(kShiftedJoints[i])];
    turn = turn * shift.turns[i];
  }
  return carriage;
}

double hanging_share(const Body& body, body::Side side, const Quat& character_from_upper_arm,
                     const Quat& lower_arm) {
  constexpr double kHangs = -0.97;  // of its length
  constexpr double kIsRaised = -0.4;
  const body::ArmChain arm = body::arm_chain(side);
  const Vec3& upper_m = body.offsets_m[body::index_of(arm.lower_arm)];
  const Vec3& lower_m = body.offsets_m[body::index_of(arm.hand)];
  const Vec3 hand_m = character_from_upper_arm * (upper_m + lower_arm * lower_m);
  return 1 - eased_between(kHangs, kIsRaised, hand_m.y / (length(upper_m) + length(lower_m)));
}

bool moves_centre_of_mass(const BodyOffsets& offsets) {
  return std::ranges::any_of(offsets.centre_of_mass_m, [](double way_m) { return way_m != 0; });
}

bool moves_hips(const BodyOffsets& offsets) {
  return offsets.pelvis_m != Vec3{} || offsets.pelvis_rad != Vec3{} ||
         offsets.feet != decltype(offsets.feet){} || moves_centre_of_mass(offsets);
}

BodyShift shift_of(const Body& body, const BodyOffsets& offsets, const Carriage& carriage) {
  BodyShift shift;
  turn_above_the_hips(body, offsets, carriage, shift);
  if (!moves_hips(offsets)) {
    let_arms_hang(body, carriage, shift);
    return shift;
  }
  const Footing before = footing_in(carriage);
  Legs legs = legs_of(body, before);
  step_aside(offsets.feet, legs);
  Footing after = before;
  after.hips_m = after.hips_m + offsets.pelvis_m;
  after.hips = normalized(before.hips * from_rotation_vector(offsets.pelvis_rad));
  stand_on(body, legs, softness_m(offsets.feet), after);
  turn_from(before, after, shift);
  let_arms_hang(body, carriage, shift);
  if (moves_centre_of_mass(offsets)) balance(body, legs, offsets, carriage, after, shift);
  return shift;
}

}  // namespace kine::solve
