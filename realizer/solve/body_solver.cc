#include "realizer/solve/body_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <eigen3/Eigen/Cholesky>
#include <utility>

#include "realizer/body/centre_of_mass.h"
#include "realizer/math/units.h"
#include "realizer/solve/body_shift.h"
#include "realizer/solve/elbow.h"
#include "realizer/solve/held_arm.h"
#include "realizer/solve/soft_limit.h"
#include "realizer/solve/standing_body.h"

namespace kine::solve {
namespace {

using body::Body;
using body::BodyOffsets;
using body::index_of;
using enum body::Joint;

// What weighs how much: one over what is worth the same. The first three may give way.
constexpr double kTurnWeight = 1 / (8 * kDegree);
constexpr double kLevelWeight = 1 / 0.3;    // of hips that balance moves, per metre
constexpr double kHeightWeight = 1 / 0.05;  // of hips that sink
constexpr double kMassWeight = 1 / 0.003;   // per metre
constexpr double kHandWeight = 1 / 0.0005;  // per metre
constexpr double kLimitWeight = 1 / (0.5 * kDegree);

constexpr double kDamping = 0.2;        // of the weights of what gives way
constexpr double kArrived = 1e-7;       // a step that is no longer
constexpr double kTurnsMost_rad = 0.4;  // in a step
constexpr double kGoesMost_m = 0.1;
constexpr double kPelvisMost_m = 0.2;
constexpr double kSoft_m = 0.004;  // from when on legs that come to their ends let the hips down
constexpr double kSharp_m = 1e-9;  // and for a trace of a shape, all but at once

constexpr std::size_t kHeight = 1;  // of the pelvis, among the unknowns

using NormalMatrix = Eigen::Matrix<double, kUnknownCount, kUnknownCount>;
using Slopes = Eigen::Matrix<double, kUnknownCount, 1>;

/// The least and the most that a turn may come to beside the turn that the joint has.
struct TurnRoom {
  Vec3 min_rad;
  Vec3 max_rad;
};

TurnRoom turn_room_of(const Body& body, body::Joint joint, const Quat& rotation) {
  const body::JointLimits& limits = body.limits[index_of(joint)];
  const Vec3 turns_rad = body::turns_of(limits.bone, rotation);
  const auto at_most = [](const Vec3& a) {
    return Vec3{std::min(a.x, 0.0), std::min(a.y, 0.0), std::min(a.z, 0.0)};
  };
  const Vec3 most_rad = -at_most(turns_rad - limits.max_rad);
  return {at_most(limits.min_rad - turns_rad), most_rad};
}

/// As much of a turn as there is room for, ever less of it near the end.
double fitted(double turn_rad, double min_rad, double max_rad) {
  constexpr double kSoftShare = 0.3;
  const double room_rad = turn_rad < 0 ? -min_rad : max_rad;
  if (room_rad <= 0) return 0;
  return std::copysign(room_rad * softly(std::abs(turn_rad) / room_rad, kSoftShare), turn_rad);
}

Vec3 fitted(const Vec3& turn_rad, const TurnRoom& room) {
  return {fitted(turn_rad.x, room.min_rad.x, room.max_rad.x),
          fitted(turn_rad.y, room.min_rad.y, room.max_rad.y),
          fitted(turn_rad.z, room.min_rad.z, room.max_rad.z)};
}

/// The curve as the joints have room for it: what one cannot turn, the one below it does.
BodyOffsets fitted(const Body& body, const std::array<Quat, body::kJointCount>& rotations,
                   BodyOffsets curve) {
  Vec3 over_rad;
  for (std::size_t i = body::kTrunkJoints; i-- > 0;) {
    const body::Joint joint = body::kSpineJoints[i];
    const Vec3 wanted_rad = curve.spine_rad[i] + over_rad;
    curve.spine_rad[i] = fitted(wanted_rad, turn_room_of(body, joint, rotations[index_of(joint)]));
    over_rad = wanted_rad - curve.spine_rad[i];
  }
  for (const body::Side side : body::kSides) {
    const body::Joint joint = body::arm_chain(side).shoulder;
    Vec3& turn_rad = curve.clavicles_rad[static_cast<std::size_t>(side)];
    turn_rad = fitted(turn_rad, turn_room_of(body, joint, rotations[index_of(joint)]));
  }
  return curve;
}

/// How near and how far a shoulder may be to where its wrist stays.
struct HandLimit {
  Vec3 wrist_m;
  double least_m = 0;
  double most_m = 0;
};

/// A step's squares: (weight (value + slopes . step))^2, summed.
class Quadratic {
 public:
  struct Hand {
    std::pair<double, double> room_m;
    Slopes slopes;
  };
  std::array<std::pair<double, double>, kUnknownCount> room = {};  // of the step: least, most
  std::array<std::optional<Hand>, 2> hands = {};

  void add_row(double weight, double value, const Slopes& slopes) {
    squares_ += weight * weight * slopes * slopes.transpose();
    pull_ -= weight * weight * value * slopes;
  }

  void add_wish(std::size_t unknown, double weight, double left) {
    const auto i = static_cast<Eigen::Index>(unknown);
    squares_(i, i) += (1 + kDamping) * weight * weight;
    pull_(i) += weight * weight * left;
  }

  /// The step that makes them least. What it would bring beyond its bound counts, and what it would
  /// not does not: found in rounds.
  Slopes least() const {
    constexpr int kRounds = 5;
    Slopes step = squares_.ldlt().solve(pull_);
    for (int round = 0; round < kRounds; ++round) {
      Quadratic bounded = *this;
      if (!bounded.add_bounds(step)) break;
      const Slopes next = bounded.squares_.ldlt().solve(bounded.pull_);
      const bool settled = (next - step).norm() < kArrived;
      step = next;
      if (settled) break;
    }
    return step;
  }

 private:
  /// Whether it adds any.
  bool add_bounds(const Slopes& step) {
    bool adds = false;
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const double bound = std::clamp(step(at), room[i].first, room[i].second);
      if (bound == step(at)) continue;
      adds = true;
      squares_(at, at) += kLimitWeight * kLimitWeight;
      pull_(at) += kLimitWeight * kLimitWeight * bound;
    }
    for (const std::optional<Hand>& hand : hands) {
      if (!hand) continue;
      const double goes_m = hand->slopes.dot(step);
      const double bound_m = std::clamp(goes_m, hand->room_m.first, hand->room_m.second);
      if (bound_m == goes_m) continue;
      adds = true;
      add_row(kHandWeight, -bound_m, hand->slopes);
    }
    return adds;
  }

  NormalMatrix squares_ = NormalMatrix::Zero();
  Slopes pull_ = Slopes::Zero();
};

/// Weighted squares of what is not as it is wished to be, and the steps that make them least.
class Squares {
 public:
  /// The body carries what it carries; `rest_m` is where its centre of mass is when it rests
  /// without.
  Squares(const Body& body, const BodyProblem& problem, const ShapeWish& wish, const Vec3& rest_m)
      : standing_(body, problem.rotations, kSoft_m * wish.share + kSharp_m) {
    const Unknowns beneath = unknowns_of(problem.beneath);
    const auto carrying = turned(problem.beneath, problem.rotations);
    const Unknowns curve = unknowns_of(fitted(body, carrying, wish.curve));
    for (std::size_t i = 0; i < kUnknownCount; ++i) wished_[i] = beneath[i] + curve[i];
    take_room(body, problem);
    const Standing before = standing_.evaluate(beneath);
    take_goal(wish, rest_m, before.mass.at_m);
    take_hands(body, problem, wish, before);
  }

  /// From the wish on, until a step goes nowhere.
  BodyAnswer solve(Unknowns& at) const {
    at = wished_;
    BodyAnswer answer;
    do {
      answer.last_step = take_step(at);
      ++answer.steps;
    } while (answer.steps < kSolverStepsMost && answer.last_step > kArrived);
    return answer;
  }

  const std::optional<HandLimit>& hand(body::Side side) const {
    return hands_[static_cast<std::size_t>(side)];
  }

  Vec3 mass_m(const Unknowns& at) const { return standing_.evaluate(at).mass.at_m; }

 private:
  void take_room(const Body& body, const BodyProblem& problem) {
    min_.fill(-1e9);
    max_.fill(1e9);
    for (std::size_t i = 0; i < body::kTrunkJoints; ++i) {
      const body::Joint joint = body::kSpineJoints[i];
      const TurnRoom room = turn_room_of(body, joint, problem.rotations[index_of(joint)]);
      const std::size_t first = kFirstSpineTurn + 3 * i;
      set_room(first, room.min_rad.x, room.max_rad.x);
      set_room(first + 1, room.min_rad.y, room.max_rad.y);
      set_room(first + 2, room.min_rad.z, room.max_rad.z);
    }
    for (std::size_t i = 0; i < body::kSides.size(); ++i) {
      const body::Joint joint = body::arm_chain(body::kSides[i]).shoulder;
      const TurnRoom room = turn_room_of(body, joint, problem.rotations[index_of(joint)]);
      const std::size_t first = kFirstClavicleTurn + 2 * i;
      set_room(first, room.min_rad.y, room.max_rad.y);
      set_room(first + 1, room.min_rad.z, room.max_rad.z);
    }
  }

  /// What the pose itself has turned beyond stays so.
  void set_room(std::size_t i, double min, double max) {
    min_[i] = std::min(min, wished_[i]);
    max_[i] = std::max(max, wished_[i]);
  }

  /// Where it rests, moved as the shape says; a trace of a shape makes up for a trace of what arms
  /// and trunk do to it, and one that moves the hips for as much as it moves them.
  void take_goal(const ShapeWish& wish, const Vec3& rest_m, const Vec3& before_m) {
    goal_m_ = (1 - wish.balances) * before_m + wish.balances * rest_m +
              Vec3{wish.mass_m[0], 0, wish.mass_m[1]};
  }

  void take_hands(const Body& body, const BodyProblem& problem, const ShapeWish& wish,
                  const Standing& before) {
    constexpr double kGivesWay = 0.07;  // of its length, an arm that is held, near both its ends
    for (const body::Side side : body::kSides) {
      const auto i = static_cast<std::size_t>(side);
      if (!problem.wrists_m[i]) continue;
      const body::ArmChain arm = body::arm_chain(side);
      const double arm_m = body.bone_length_m(arm.lower_arm) + body.bone_length_m(arm.hand);
      const double now_m = length(*problem.wrists_m[i] - before.shoulders[i].at_m);
      const SoftRange range{nearest_reach_m(body, side) + kGivesWay * arm_m,
                            (1 - kGivesWay) * arm_m};
      const double over_m = now_m - std::clamp(now_m, range.min, range.max);
      const double left_m = (1 - wish.share) * over_m;
      hands_[i] = {*problem.wrists_m[i], range.min + std::min(left_m, 0.0),
                   range.max + std::max(left_m, 0.0)};
    }
  }

  static double weight_of(std::size_t unknown) {
    if (unknown == kHeight) return kHeightWeight;
    return unknown < kFirstPelvisTurn ? kLevelWeight : kTurnWeight;
  }

  /// The squares at a place and, beside them, what counts only where it is beyond its bound.
  Quadratic quadratic_at(const Unknowns& at) const {
    const Standing now = standing_.evaluate(at);
    Quadratic quadratic;
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      quadratic.add_wish(i, weight_of(i), wished_[i] - at[i]);
      quadratic.room[i] = {min_[i] - at[i], max_[i] - at[i]};
    }
    quadratic.add_row(kMassWeight, now.mass.at_m.x - goal_m_.x, row_of(now.mass, {1, 0, 0}));
    quadratic.add_row(kMassWeight, now.mass.at_m.z - goal_m_.z, row_of(now.mass, {0, 0, 1}));
    for (std::size_t side = 0; side < hands_.size(); ++side) {
      if (!hands_[side]) continue;
      const SlopedPoint& shoulder = now.shoulders[side];
      const Vec3 way_m = shoulder.at_m - hands_[side]->wrist_m;
      quadratic.hands[side] = {
          .room_m = {hands_[side]->least_m - length(way_m), hands_[side]->most_m - length(way_m)},
          .slopes = row_of(shoulder, unit(way_m))};
    }
    return quadratic;
  }

  /// How a point goes along a direction with each unknown. Nobody sinks to come over the feet or
  /// nearer to a hand: a knee that gives moves much for little.
  static Slopes row_of(const SlopedPoint& point, const Vec3& direction) {
    Slopes row;
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      row(static_cast<Eigen::Index>(i)) = dot(direction, point.slopes[i]);
    }
    row(kHeight) = 0;
    return row;
  }

  /// The result is how far it goes.
  double take_step(Unknowns& at) const {
    const Slopes step = quadratic_at(at).least();
    double most = 1;
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      const double bound = i < kFirstPelvisTurn ? kGoesMost_m : kTurnsMost_rad;
      most = std::max(most, std::abs(step(static_cast<Eigen::Index>(i))) / bound);
    }
    for (std::size_t i = 0; i < kUnknownCount; ++i) {
      at[i] += step(static_cast<Eigen::Index>(i)) / most;
    }
    return step.norm();
  }

  StandingBody standing_;
  Unknowns wished_ = {};
  Unknowns min_ = {};
  Unknowns max_ = {};
  Vec3 goal_m_;
  std::array<std::optional<HandLimit>, 2> hands_;
};

/// A turn of a joint, brought within its limits.
Vec3 limited(const Body& body, body::Joint joint, const Quat& rotation, const Vec3& turn_rad) {
  const body::JointLimits& limits = body.limits[index_of(joint)];
  const Quat whole = normalized(rotation * from_rotation_vector(turn_rad));
  const Quat within = within_limits(limits, whole);
  if (within == whole || whole == rotation) return turn_rad;
  return rotation_vector(conjugate(rotation) * within);
}

void limit_trunk(const Body& body, const BodyProblem& problem, BodyOffsets& offsets) {
  for (std::size_t i = 0; i < body::kTrunkJoints; ++i) {
    const body::Joint joint = body::kSpineJoints[i];
    offsets.spine_rad[i] =
        limited(body, joint, problem.rotations[index_of(joint)], offsets.spine_rad[i]);
  }
  for (std::size_t i = 0; i < body::kSides.size(); ++i) {
    const body::Joint joint = body::arm_chain(body::kSides[i]).shoulder;
    offsets.clavicles_rad[i] =
        limited(body, joint, problem.rotations[index_of(joint)], offsets.clavicles_rad[i]);
  }
}

Quat chest_of(const std::array<Quat, body::kJointCount>& rotations) {
  return rotations[index_of(Hips)] * rotations[index_of(Spine)] * rotations[index_of(Chest)] *
         rotations[index_of(UpperChest)];
}

/// Neck and head counter the trunk: the head is turned as it was, but for a lowered gaze. The neck
/// takes half of what its curve leaves, the head the rest, and what that cannot the neck takes,
/// too.
void keep_gaze(const Body& body, const BodyProblem& problem, const ShapeWish& wish,
               BodyOffsets& offsets) {
  constexpr std::size_t kNeck = body::kTrunkJoints;
  constexpr std::size_t kHead = kNeck + 1;
  const auto before = turned(problem.beneath, problem.rotations);
  const Quat goal = chest_of(before) * before[index_of(Neck)] * before[index_of(Head)] *
                    rotation_about({1, 0, 0}, wish.gaze_rad);
  const Quat chest = chest_of(turned(offsets, problem.rotations));
  const Quat& neck = problem.rotations[index_of(Neck)];
  const Quat& head = problem.rotations[index_of(Head)];
  offsets.spine_rad[kNeck] = problem.beneath.spine_rad[kNeck] + wish.curve.spine_rad[kNeck];
  const Vec3 head_rad = problem.beneath.spine_rad[kHead] + wish.curve.spine_rad[kHead];
  Quat wanted = head * from_rotation_vector(head_rad);
  double share = 0.5;
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    const Quat turned_neck = neck * from_rotation_vector(offsets.spine_rad[kNeck]);
    const Vec3 left_rad = rotation_vector(conjugate(chest * turned_neck * wanted) * goal);
    offsets.spine_rad[kNeck] =
        limited(body, Neck, neck, offsets.spine_rad[kNeck] + share * left_rad);
    const Quat carried = chest * neck * from_rotation_vector(offsets.spine_rad[kNeck]);
    wanted = within_limits(body.limits[index_of(Head)], normalized(conjugate(carried) * goal));
    share = 1;
  }
  offsets.spine_rad[kHead] = rotation_vector(conjugate(head) * wanted);
}

ArmRoot root_of(const Body::Model& model, body::Side side, const Vec3& way_m) {
  const body::ArmChain arm = body::arm_chain(side);
  return {.upper_arm_m = model.positions_m[index_of(arm.upper_arm)] + way_m,
          .character_from_shoulder = model.character_from_joint[index_of(arm.shoulder)]};
}

/// Of a body with what it carries.
Vec3 mass_of(const Body& body, const BodyProblem& problem, const BodyOffsets& offsets) {
  const Carriage before{.hips_m = body.offsets_m[index_of(Hips)],
                        .parent_from_joint = problem.rotations};
  Carriage after = shifted(shift_of(body, offsets, before), before);
  const Vec3 way_m = after.hips_m - before.hips_m;
  Body::Model model = body.compute_model(after.parent_from_joint);
  bool holds = false;
  for (const body::Side side : body::kSides) {
    if (!problem.wrists_m[static_cast<std::size_t>(side)]) continue;
    holds = true;
    const body::ArmChain arm = body::arm_chain(side);
    const auto turn = [&](body::Joint joint) { return problem.rotations[index_of(joint)]; };
    const Body::Model meant = body.compute_model(problem.rotations);
    const ArmTurns held =
        hold_arm(body, {.side = side,
                        .meant = root_of(meant, side, {}),
                        .actual = root_of(model, side, way_m),
                        .turns = {turn(arm.upper_arm), turn(arm.lower_arm), turn(arm.hand)}});
    after.parent_from_joint[index_of(arm.upper_arm)] = held.upper_arm;
    after.parent_from_joint[index_of(arm.lower_arm)] = held.lower_arm;
    after.parent_from_joint[index_of(arm.hand)] = held.hand;
  }
  if (holds) model = body.compute_model(after.parent_from_joint);
  return centre_of_mass_m(body, model) + way_m;
}

/// Hips go as far as the model was wrong: about arms that hang, knees and the neck.
void balance_finely(const Body& body, const BodyProblem& problem, const Vec3& goal_m,
                    BodyOffsets& offsets) {
  constexpr int kRounds = 2;
  for (int round = 0; round < kRounds; ++round) {
    const Vec3 left_m = goal_m - mass_of(body, problem, offsets);
    offsets.pelvis_m.x = std::clamp(offsets.pelvis_m.x + left_m.x, -kPelvisMost_m, kPelvisMost_m);
    offsets.pelvis_m.z = std::clamp(offsets.pelvis_m.z + left_m.z, -kPelvisMost_m, kPelvisMost_m);
  }
  offsets.pelvis_m.y = std::clamp(offsets.pelvis_m.y, -kPelvisMost_m, kPelvisMost_m);
}

/// What balance took from hands that stay they get back: hips go as near to them as they have to.
void reach_hands(const Body& body, const BodyProblem& problem, const Squares& squares,
                 BodyOffsets& offsets) {
  constexpr int kRounds = 2;
  const Carriage before{.hips_m = body.offsets_m[index_of(Hips)],
                        .parent_from_joint = problem.rotations};
  for (const body::Side side : body::kSides) {
    const std::optional<HandLimit>& hand = squares.hand(side);
    for (int round = 0; hand && round < kRounds; ++round) {
      const Carriage after = shifted(shift_of(body, offsets, before), before);
      const Body::Model model = body.compute_model(after.parent_from_joint);
      const Vec3 shoulder_m = root_of(model, side, after.hips_m - before.hips_m).upper_arm_m;
      const Vec3 way_m = hand->wrist_m - shoulder_m;
      const double level_m = std::hypot(way_m.x, way_m.z);
      const double goal_m = std::clamp(length(way_m), hand->least_m, hand->most_m);
      const double wanted_m = std::sqrt(std::max(goal_m * goal_m - way_m.y * way_m.y, 0.0));
      const Vec3 over_m = (level_m - wanted_m) * unit(Vec3{way_m.x, 0, way_m.z}, Vec3{0, 0, 1});
      offsets.pelvis_m.x = std::clamp(offsets.pelvis_m.x + over_m.x, -kPelvisMost_m, kPelvisMost_m);
      offsets.pelvis_m.z = std::clamp(offsets.pelvis_m.z + over_m.z, -kPelvisMost_m, kPelvisMost_m);
    }
  }
}

bool carries_nothing(const Shape& shape) { return shape.loads == Shape{}.loads; }

Body with_loads(const Body& body, const Shape& shape) {
  return carrying(body, {kHeavyLoad * shape.loads[0], kHeavyLoad * shape.loads[1]});
}

/// Of a body with what it carries.
BodyAnswer solve_loaded(const Body& body, const BodyProblem& problem, const ShapeWish& wish,
                        const Vec3& rest_m) {
  const Squares squares(body, problem, wish, rest_m);
  Unknowns at = {};
  BodyAnswer answer = squares.solve(at);
  BodyOffsets whole = with_unknowns(at, problem.beneath);
  limit_trunk(body, problem, whole);
  keep_gaze(body, problem, wish, whole);
  balance_finely(body, problem, squares.mass_m(at), whole);
  reach_hands(body, problem, squares, whole);
  answer.offsets = whole + -1.0 * problem.beneath;
  return answer;
}

}  // namespace

Vec3 moved_mass_m(const Body& body, const BodyProblem& problem, const BodyOffsets& offsets) {
  if (carries_nothing(problem.shape)) return mass_of(body, problem, offsets);
  return mass_of(with_loads(body, problem.shape), problem, offsets);
}

BodyAnswer solve_body(const Body& body, const BodyProblem& problem) {
  const Shape& shape = problem.shape;
  const Shape stance{.width = shape.width, .toes = shape.toes, .heading_rad = shape.heading_rad};
  BodyAnswer answer;
  answer.offsets.feet = stance_of(shape);
  if (shape == stance) return answer;
  const Vec3 rest_m = centre_of_mass_m(body, body.compute_model(body.base_pose));
  const ShapeWish wish = wish_of(body, shape);
  answer = carries_nothing(shape) ? solve_loaded(body, problem, wish, rest_m)
                                  : solve_loaded(with_loads(body, shape), problem, wish, rest_m);
  answer.offsets.feet = stance_of(shape);
  return answer;
}

BodyOffsets shape_offsets(const Body& body, const Shape& shape) {
  return solve_body(body, {.shape = shape, .rotations = body.base_pose}).offsets;
}

}  // namespace kine::solve
