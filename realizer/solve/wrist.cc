#include "realizer/solve/wrist.h"

#include <algorithm>
#include <cmath>

#include "realizer/math/units.h"
#include "realizer/solve/elbow.h"
#include "realizer/solve/minimum.h"

namespace kine::solve {
namespace {

constexpr double kPi = 3.14159265358979323846;

// A turn that feels as awkward as each other's: a forearm turns more easily than a wrist bends,
// and a wrist bends more easily than it deviates.
constexpr double kEasyPronation_rad = 60 * kDegree;
constexpr double kEasyFlexion_rad = 35 * kDegree;
constexpr double kEasyDeviation_rad = 18 * kDegree;

// Against these, a degree of miss counts as a turn that nobody would make.
constexpr double kMissWeight = 1e6;
constexpr double kMissTolerance_rad = 1e-9;

constexpr SearchRange kRoll = {.min = -kPi, .max = kPi, .grid_steps = 18, .narrowing_steps = 14};

/// Splits forearm_from_hand into the forearm's own twist and what is left for the wrist.
WristSolution within_joints(const WristRequest& request, const Quat& character_from_hand) {
  const Quat wanted = conjugate(request.character_from_forearm) * character_from_hand;
  // wanted == pronation * swing, so its inverse is swing' * twist'.
  const SwingTwist inverse = swing_twist(conjugate(wanted), kForearmAxis);
  const double pronation = -rotation_vector(inverse.twist).x;
  WristSolution solution;
  solution.pronation_rad =
      std::clamp(pronation, request.lower_arm.min_rad.x, request.lower_arm.max_rad.x);
  const Quat forearm_twist = rotation_about(kForearmAxis, solution.pronation_rad);
  solution.hand = within_limits(request.hand, conjugate(forearm_twist) * wanted);
  const Vec3 pointed =
      request.character_from_forearm * (forearm_twist * (solution.hand * request.first.axis));
  solution.miss_rad = angle_between(pointed, request.first.direction);
  return solution;
}

double awkwardness(const WristRequest& request, const WristSolution& solution) {
  const Vec3 turns = turns_of(request.hand.bone, solution.hand);
  return square(solution.pronation_rad / kEasyPronation_rad) + square(turns.z / kEasyFlexion_rad) +
         square(turns.y / kEasyDeviation_rad);
}

WristRequest with_unit_aims(WristRequest request) {
  request.first = {unit(request.first.axis), unit(request.first.direction)};
  if (request.second)
    request.second = {{unit(request.second->axis), unit(request.second->direction)}};
  return request;
}

/// A direction square to the unit vector `axis`, towards `wish` where that is possible.
Vec3 square_to(const Vec3& axis, const Vec3& wish) {
  const Vec3 aside = std::abs(axis.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  return unit(rejected(wish, axis), unit(rejected(aside, axis)));
}

}  // namespace

Quat hand_from_aims(const ArmRequest::HandAim& first, const ArmRequest::HandAim& second) {
  const Vec3 axis = unit(first.axis);
  const Vec3 direction = unit(first.direction);
  const Vec3 axis_aside = square_to(axis, second.axis);
  const Vec3 direction_aside = square_to(direction, second.direction);
  const Quat from_hand = from_axes(axis, axis_aside, cross(axis, axis_aside));
  const Quat to_character =
      from_axes(direction, direction_aside, cross(direction, direction_aside));
  return to_character * conjugate(from_hand);
}

WristSolution solve_wrist(const WristRequest& raw_request) {
  const WristRequest request = with_unit_aims(raw_request);
  const Quat& forearm = request.character_from_forearm;
  // All hands that meet the first aim are one of them, rolled about the aim's direction.
  const Quat unrolled =
      request.second
          ? hand_from_aims(request.first, *request.second)
          : shortest_arc(forearm * request.first.axis, request.first.direction) * forearm;
  // The same order of trials on both sides, so that they find mirrored answers.
  const Vec3 roll_axis = sign_of(request.side) * request.first.direction;
  const auto rolled = [&](double roll_rad) {
    return within_joints(request, rotation_about(roll_axis, roll_rad) * unrolled);
  };
  if (request.second) {
    const WristSolution exact = rolled(0);
    if (exact.miss_rad < kMissTolerance_rad) return exact;
  }
  const double roll_rad = find_minimum(kRoll, [&](double roll) {
    const WristSolution solution = rolled(roll);
    const double price = request.second ? square(roll) : awkwardness(request, solution);
    return price + kMissWeight * square(solution.miss_rad);
  });
  return rolled(roll_rad);
}

}  // namespace kine::solve
