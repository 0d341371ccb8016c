#include "realizer/solve/standing_body.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "realizer/core/assert.h"
#include "realizer/solve/body_shift.h"
#include "realizer/solve/soft_limit.h"

namespace kine::solve {
namespace {

using body::index_of;
using enum body::Joint;

constexpr std::array<Vec3, 3> kUnits = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// The turn in space that comes of a step of a rotation vector: its left Jacobian, by columns.
Vec3 turned_by(const Vec3& turn_rad, const Vec3& step) {
  constexpr double kSmall = 1e-4;  // there the series' next term is beneath the rounding
  const double size = length(turn_rad);
  const Vec3 once = cross(turn_rad, step);
  const Vec3 twice = cross(turn_rad, once);
  if (size < kSmall) return step + 0.5 * once + twice / 6;
  return step + (1 - std::cos(size)) / (size * size) * once +
         (size - std::sin(size)) / (size * size * size) * twice;
}

Vec3 at(const Unknowns& unknowns, std::size_t first) {
  return {unknowns[first], unknowns[first + 1], unknowns[first + 2]};
}

/// Halfway to the joints that hang on it, as body::centre_of_mass_m has it.
Vec3 middle_of(const body::Body& body, body::Joint joint) {
  Vec3 sum_m;
  int children = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (body::parent_of(body::joint_at(i)) != joint) continue;
    sum_m = sum_m + body.offsets_m[i];
    ++children;
  }
  return children == 0 ? Vec3{} : 0.5 / children * sum_m;
}

bool hangs_on(body::Joint joint, body::Joint root) {
  for (std::optional<body::Joint> each = joint; each; each = body::parent_of(*each)) {
    if (*each == root) return true;
  }
  return false;
}

/// Shares of the mass of all that hangs on a joint and itself, times their places.
struct Moment {
  Vec3 at_m;
  double share = 0;
};

Moment moment_of(const body::Body& body, const body::Body::Model& model, body::Joint root) {
  Moment moment;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (body.mass_fractions[i] == 0 || !hangs_on(body::joint_at(i), root)) continue;
    const Vec3 place_m =
        model.positions_m[i] + model.character_from_joint[i] * middle_of(body, body::joint_at(i));
    moment.at_m = moment.at_m + body.mass_fractions[i] * place_m;
    moment.share += body.mass_fractions[i];
  }
  return moment;
}

}  // namespace

Unknowns unknowns_of(const body::BodyOffsets& offsets) {
  Unknowns unknowns = {};
  const auto put = [&](std::size_t first, const Vec3& value) {
    unknowns[first] = value.x;
    unknowns[first + 1] = value.y;
    unknowns[first + 2] = value.z;
  };
  put(0, offsets.pelvis_m);
  put(kFirstPelvisTurn, offsets.pelvis_rad);
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) {
    put(kFirstSpineTurn + 3 * i, offsets.spine_rad[i]);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    unknowns[kFirstClavicleTurn + 2 * i] = offsets.clavicles_rad[i].y;
    unknowns[kFirstClavicleTurn + 2 * i + 1] = offsets.clavicles_rad[i].z;
  }
  return unknowns;
}

body::BodyOffsets with_unknowns(const Unknowns& unknowns, body::BodyOffsets offsets) {
  offsets.pelvis_m = at(unknowns, 0);
  offsets.pelvis_rad = at(unknowns, kFirstPelvisTurn);
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) {
    offsets.spine_rad[i] = at(unknowns, kFirstSpineTurn + 3 * i);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    offsets.clavicles_rad[i].y = unknowns[kFirstClavicleTurn + 2 * i];
    offsets.clavicles_rad[i].z = unknowns[kFirstClavicleTurn + 2 * i + 1];
  }
  return offsets;
}

/// A joint on its way: its place, its turn, and how both go with each unknown.
struct StandingBody::Moving {
  SlopedPoint point;
  Quat turn;
  std::array<Vec3, kUnknownCount> turning = {};  // in the character's space, a unit of the unknown

  /// What of a lever moves with each unknown.
  SlopedPoint carried(const Vec3& lever) const {
    const Vec3 lever_m = turn * lever;
    SlopedPoint result{.at_m = point.at_m + lever_m};
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      result.slopes[i] = point.slopes[i] + cross(turning[i], lever_m);
    }
    return result;
  }

  /// Turns once more: by `rest`, then by a vector of unknowns from `first` on, which
  /// begin at its `axis`.
  void turn_once(const Quat& rest, const Vec3& turn_rad, std::size_t first, std::size_t axis) {
    const Quat base = turn * rest;
    for (std::size_t i = axis; i < kUnits.size(); ++i) {
      turning[first + i - axis] = base * turned_by(turn_rad, kUnits[i]);
    }
    turn = normalized(base * from_rotation_vector(turn_rad));
  }

  void add_mass(double share, const Vec3& lever, SlopedPoint& mass) const {
    const SlopedPoint lump = carried(lever);
    mass.at_m = mass.at_m + share * lump.at_m;
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      mass.slopes[i] = mass.slopes[i] + share * lump.slopes[i];
    }
  }
};

StandingBody::StandingBody(const body::Body& body, const Rotations& rotations, double soft_m)
    : body_(body), soft_m_(soft_m), hips_m_(body.offsets_m[index_of(Hips)]) {
  KINE_ASSERT(soft_m > 0);
  column_[0] = rotations[index_of(Hips)];
  lumps_[0] = {body.mass_fractions[index_of(Hips)], middle_of(body, Hips)};
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) {
    const body::Joint joint = body::kSpineJoints[i];
    column_[i + 1] = rotations[index_of(joint)];
    lumps_[i + 1] = {body.mass_fractions[index_of(joint)], middle_of(body, joint)};
  }
  const body::Body::Model model = body.compute_model(rotations);
  take_head(model);
  for (const body::Side side : body::kSides) {
    arms_[static_cast<std::size_t>(side)].clavicle =
        rotations[index_of(body::arm_chain(side).shoulder)];
    take_arm(model, side);
    const LegChain chain = leg_chain(side);
    legs_[static_cast<std::size_t>(side)].standing =
        standing_leg(body, side, model.positions_m[0], rotations[0],
                     {.upper_leg = rotations[index_of(chain.upper_leg)],
                      .lower_leg = rotations[index_of(chain.lower_leg)],
                      .foot = rotations[index_of(chain.foot)]});
    take_leg(model, side);
  }
}

/// A head that keeps its turn: half of the neck goes with it, half with the chest.
void StandingBody::take_head(const body::Body::Model& model) {
  const std::size_t neck = index_of(Neck);
  const double of_neck = body_.mass_fractions[neck];
  const Moment both = moment_of(body_, model, Neck);
  const Vec3 to_head_m = model.positions_m[index_of(Head)] - model.positions_m[neck];
  const Quat& chest = model.character_from_joint[index_of(UpperChest)];
  const double moved = 0.5 * of_neck + (both.share - of_neck);  // of the way from neck to head
  const Vec3 going_m = 0.5 * moved * to_head_m;
  neck_and_head_ = {both.share, body_.offsets_m[neck] + conjugate(chest) * (going_m / both.share)};
  head_m_ = both.at_m - both.share * model.positions_m[neck] - going_m;
}

void StandingBody::take_arm(const body::Body::Model& model, body::Side side) {
  const body::ArmChain chain = body::arm_chain(side);
  Arm& arm = arms_[static_cast<std::size_t>(side)];
  arm.of_clavicle = {body_.mass_fractions[index_of(chain.shoulder)],
                     middle_of(body_, chain.shoulder)};
  arm.shoulder_m = body_.offsets_m[index_of(chain.upper_arm)];
  const Moment moment = moment_of(body_, model, chain.upper_arm);
  const std::size_t upper_arm = index_of(chain.upper_arm);
  const std::size_t lower_arm = index_of(chain.lower_arm);
  const Quat& upper = model.character_from_joint[upper_arm];
  const double hangs =
      hanging_share(body_, side, upper, conjugate(upper) * model.character_from_joint[lower_arm]);
  const Vec3 reaching_m = moment.at_m - moment.share * model.positions_m[upper_arm];
  const Quat& clavicle = model.character_from_joint[index_of(chain.shoulder)];
  arm.hanging_m = hangs * reaching_m;
  arm.carried = {moment.share,
                 arm.shoulder_m + conjugate(clavicle) * ((1 - hangs) / moment.share * reaching_m)};
}

void StandingBody::take_leg(const body::Body::Model& model, body::Side side) {
  const LegChain chain = leg_chain(side);
  Leg& leg = legs_[static_cast<std::size_t>(side)];
  leg.reach_m = standing_reach_m(body_, side, leg.standing);
  leg.from_hips_m = body_.offsets_m[index_of(chain.upper_leg)];
  leg.thigh = body_.mass_fractions[index_of(chain.upper_leg)];
  leg.shin = body_.mass_fractions[index_of(chain.lower_leg)];
  feet_m_ = feet_m_ + moment_of(body_, model, chain.foot).at_m;
}

/// The greater of how far both legs are too short, without a corner where they are alike.
void StandingBody::let_down(Moving& hips) const {
  std::array<double, 2> over = {};
  std::array<std::array<double, kUnknownCount>, 2> slopes = {};
  for (std::size_t side = 0; side < legs_.size(); ++side) {
    const Leg& leg = legs_[side];
    const SlopedPoint from = hips.carried(leg.from_hips_m);
    const Vec3 way_m = from.at_m - leg.standing.ankle_m;
    const double level_m2 = way_m.x * way_m.x + way_m.z * way_m.z;
    constexpr double kLeast = 0.01;  // of the leg's square: nobody does the splits
    const double square_m2 = leg.reach_m * leg.reach_m;
    const double highest_m = std::sqrt(std::max(square_m2 - level_m2, kLeast * square_m2));
    over[side] = way_m.y - highest_m;
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      const Vec3& slope = from.slopes[i];
      slopes[side][i] = slope.y + (way_m.x * slope.x + way_m.z * slope.z) / highest_m;
    }
  }
  const double apart_m = 0.5 * (over[0] - over[1]);
  const double root_m = std::sqrt(apart_m * apart_m + soft_m_ * soft_m_);
  const double most_m = 0.5 * (over[0] + over[1]) + root_m + 0.5 * soft_m_;
  const double down_m = beyond(most_m, soft_m_);
  hips.point.at_m.y -= down_m;
  if (down_m == 0) return;
  const double going = std::min(most_m / soft_m_, 1.0);
  const double to_left = 0.5 + (root_m > 0 ? 0.5 * apart_m / root_m : 0);
  for (std::size_t i = 0; i < kUnknownCount; ++i) {
    hips.point.slopes[i].y -= going * (to_left * slopes[0][i] + (1 - to_left) * slopes[1][i]);
  }
}

void StandingBody::add_legs(const Moving& hips, SlopedPoint& mass) const {
  for (const body::Side side : body::kSides) {
    const Leg& leg = legs_[static_cast<std::size_t>(side)];
    const SlopedPoint from = hips.carried(leg.from_hips_m);
    const KneePlace knee = find_knee(body_, side, from.at_m, leg.standing);
    const double of_knee = 0.5 * (leg.thigh + leg.shin);
    mass.at_m = mass.at_m + 0.5 * leg.thigh * from.at_m + of_knee * knee.knee_m +
                0.5 * leg.shin * leg.standing.ankle_m;
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      const Vec3& slope = from.slopes[i];
      const Vec3 going =
          slope.x * knee.slopes[0] + slope.y * knee.slopes[1] + slope.z * knee.slopes[2];
      mass.slopes[i] = mass.slopes[i] + 0.5 * leg.thigh * slope + of_knee * going;
    }
  }
}

void StandingBody::add_arm(const Moving& chest, const Unknowns& unknowns, body::Side side,
                           Standing& standing) const {
  const auto i = static_cast<std::size_t>(side);
  const Arm& arm = arms_[i];
  const body::Joint shoulder = body::arm_chain(side).shoulder;
  const std::size_t first = kFirstClavicleTurn + 2 * i;
  Moving clavicle = chest;
  clavicle.point = chest.carried(body_.offsets_m[index_of(shoulder)]);
  clavicle.turn_once(arm.clavicle, {0, unknowns[first], unknowns[first + 1]}, first, 1);
  standing.shoulders[i] = clavicle.carried(arm.shoulder_m);
  clavicle.add_mass(arm.of_clavicle.share, arm.of_clavicle.from_joint_m, standing.mass);
  clavicle.add_mass(arm.carried.share, arm.carried.from_joint_m, standing.mass);
  standing.mass.at_m = standing.mass.at_m + arm.hanging_m;
}

Standing StandingBody::evaluate(const Unknowns& unknowns) const {
  Standing standing;
  standing.mass.at_m = head_m_ + feet_m_;
  Moving joint{.point = {.at_m = hips_m_ + at(unknowns, 0)}, .turn = {}};
  for (std::size_t i = 0; i < kUnits.size(); ++i) joint.point.slopes[i] = kUnits[i];
  joint.turn_once(column_[0], at(unknowns, kFirstPelvisTurn), kFirstPelvisTurn, 0);
  let_down(joint);
  add_legs(joint, standing.mass);
  joint.add_mass(lumps_[0].share, lumps_[0].from_joint_m, standing.mass);
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) {
    const std::size_t first = kFirstSpineTurn + 3 * i;
    joint.point = joint.carried(body_.offsets_m[index_of(body::kSpineJoints[i])]);
    joint.turn_once(column_[i + 1], at(unknowns, first), first, 0);
    joint.add_mass(lumps_[i + 1].share, lumps_[i + 1].from_joint_m, standing.mass);
  }
  joint.add_mass(neck_and_head_.share, neck_and_head_.from_joint_m, standing.mass);
  for (const body::Side side : body::kSides) add_arm(joint, unknowns, side, standing);
  return standing;
}

}  // namespace kine::solve
