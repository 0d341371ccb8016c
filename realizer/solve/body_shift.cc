#include "realizer/solve/body_shift.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "realizer/body/centre_of_mass.h"
#include "realizer/solve/leg.h"

namespace kine::solve {
namespace {

using body::Body;
using body::BodyOffsets;
using enum body::Joint;

/// Hips carry most of the mass along: a round leaves less than two fifths of the way, five leave 1
/// %.
constexpr int kBalanceRounds = 5;

Quat& turn_of(Carriage& carriage, body::Joint joint) {
  return carriage.parent_from_joint[body::index_of(joint)];
}

/// In the character's space, as the hips stand.
Body::Model model_of(const Body& body, const Carriage& carriage) {
  Body::Model model = body.compute_model(carriage.parent_from_joint);
  const Vec3 way_m = carriage.hips_m - model.positions_m[body::index_of(Hips)];
  for (Vec3& position_m : model.positions_m) position_m = position_m + way_m;
  return model;
}

using Legs = std::array<StandingLeg, 2>;

Legs legs_of(const Body::Model& model, const Carriage& carriage) {
  Legs legs;
  for (const body::Side side : body::kSides) {
    const LegChain chain = leg_chain(side);
    const std::size_t foot = body::index_of(chain.foot);
    legs[static_cast<std::size_t>(side)] = {
        .ankle_m = model.positions_m[foot],
        .character_from_upper_leg = model.character_from_joint[body::index_of(chain.upper_leg)],
        .lower_leg = carriage.parent_from_joint[body::index_of(chain.lower_leg)],
        .character_from_foot = model.character_from_joint[foot]};
  }
  return legs;
}

void turn_on_top(const Vec3& turn_rad, double share, Quat& rotation) {
  if (turn_rad == Vec3{}) return;
  rotation = normalized(from_rotation_vector(share * turn_rad) * rotation);
}

void turn_above_the_legs(const BodyOffsets& offsets, Carriage& carriage) {
  turn_on_top(offsets.pelvis_rad, 1, turn_of(carriage, Hips));
  constexpr std::array kTrunk = {Spine, Chest, UpperChest};
  for (const body::Joint joint : kTrunk) {
    turn_on_top(offsets.trunk_rad, 1.0 / kTrunk.size(), turn_of(carriage, joint));
  }
  for (const body::Side side : body::kSides) {
    turn_on_top(offsets.clavicles_rad[static_cast<std::size_t>(side)], 1,
                turn_of(carriage, body::arm_chain(side).shoulder));
  }
}

/// How far the ankle can be from where the leg begins: no farther than it was, or not quite
/// straight, for the knee would snap.
double reach_of(const Body& body, body::Side side, const StandingLeg& leg) {
  constexpr double kStraightest = 0.999;
  const LegChain chain = leg_chain(side);
  const Vec3 ankle_m = body.offsets_m[body::index_of(chain.lower_leg)] +
                       leg.lower_leg * body.offsets_m[body::index_of(chain.foot)];
  return std::max(length(ankle_m), kStraightest * leg_reach_m(body, side, leg.lower_leg));
}

/// Lets the hips down as far as both feet need.
void stay_in_reach(const Body& body, const Legs& legs, Carriage& carriage) {
  for (const body::Side side : body::kSides) {
    const StandingLeg& leg = legs[static_cast<std::size_t>(side)];
    const Vec3& joint_m = body.offsets_m[body::index_of(leg_chain(side).upper_leg)];
    const Vec3 way_m = carriage.hips_m + turn_of(carriage, Hips) * joint_m - leg.ankle_m;
    const double reach_m = reach_of(body, side, leg);
    const double level_m2 = way_m.x * way_m.x + way_m.z * way_m.z;
    const double highest_m = std::sqrt(std::max(reach_m * reach_m - level_m2, 0.0));
    carriage.hips_m.y -= std::max(way_m.y - highest_m, 0.0);
  }
}

void keep_feet(const Body& body, const Legs& legs, Carriage& carriage) {
  for (const body::Side side : body::kSides) {
    const LegChain chain = leg_chain(side);
    const LegTurns turns = keep_foot(body, side, carriage.hips_m, turn_of(carriage, Hips),
                                     legs[static_cast<std::size_t>(side)]);
    turn_of(carriage, chain.upper_leg) = turns.upper_leg;
    turn_of(carriage, chain.lower_leg) = turns.lower_leg;
    turn_of(carriage, chain.foot) = turns.foot;
  }
}

void stand_on(const Body& body, const Legs& legs, Carriage& carriage) {
  stay_in_reach(body, legs, carriage);
  keep_feet(body, legs, carriage);
}

/// Moves the hips level until the centre of mass is over `goal_m`.
void balance(const Body& body, const Legs& legs, const Vec3& goal_m, Carriage& carriage) {
  for (int round = 0; round < kBalanceRounds; ++round) {
    const Vec3 left_m = goal_m - centre_of_mass_m(body, model_of(body, carriage));
    carriage.hips_m = carriage.hips_m + Vec3{left_m.x, 0, left_m.z};
    stand_on(body, legs, carriage);
  }
}

bool wants_balance(const BodyOffsets& offsets) {
  return std::ranges::any_of(offsets.centre_of_mass_m, [](double way_m) { return way_m != 0; });
}

}  // namespace

BodyShift shift_of(const Body& body, const BodyOffsets& offsets, const Carriage& before) {
  const Body::Model model = model_of(body, before);
  const Legs legs = legs_of(model, before);
  Carriage after = before;
  after.hips_m = after.hips_m + offsets.pelvis_m;
  turn_above_the_legs(offsets, after);
  stand_on(body, legs, after);
  if (wants_balance(offsets)) {
    const auto [left_m, forwards_m] = offsets.centre_of_mass_m;
    balance(body, legs, centre_of_mass_m(body, model) + Vec3{left_m, 0, forwards_m}, after);
  }
  BodyShift shift{.hips_m = after.hips_m - before.hips_m};
  for (std::size_t i = 0; i < kShiftedJoints.size(); ++i) {
    const std::size_t joint = body::index_of(kShiftedJoints[i]);
    shift.turns[i] = conjugate(before.parent_from_joint[joint]) * after.parent_from_joint[joint];
  }
  return shift;
}

}  // namespace kine::solve
