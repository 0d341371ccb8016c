#include "realizer/motion/ground/gait_hips.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/math/units.h"
#include "realizer/motion/ground/gait_feet.h"
#include "realizer/motion/ground/gait_way.h"
#include "realizer/pose/gaze_keys.h"

namespace kine::motion {
namespace {

using pose::Gait;
using pose::least_jerk;
using pose::StandingBody;

// Hips: lower by this share of what both feet on the ground ask for while one carries. And to the
// side of the foot that carries.
constexpr double kCarryingShare = 0.5;
constexpr double kApartShareMin = 0.35;
constexpr double kAheadOfLeg = 0.03;  // they are ahead of the midst between the feet
constexpr double kOverFoot = 0.4;
constexpr double kHipsTurn_rad = 5 * kDegree;
constexpr double kHipsList_rad = 2.5 * kDegree;
constexpr double kHipsLean_rad = 2.5 * kDegree;

/// Of a step: 1 on the left, -1 on the right.
double sign_of(const Gait& gait, int step) {
  return foot_of(gait, step) == body::Side::Left ? 1 : -1;
}

/// How far apart the feet are when a step has landed, as a share of what they usually are.
double apart(const Gait& gait, int step) {
  if (step < 1 || step >= gait.steps) return 0;
  return std::min(1.0, (far_along(gait, step) - far_along(gait, step - 1)) / gait.usual_m);
}

// What swings to and fro: values at times that strictly increase, at rest in each of them.

/// When both feet stand behind step k; before the first and behind the last, the start and the end.
double both_stand(const Gait& gait, int step) {
  if (step <= 0) return 0;
  if (step >= gait.steps) return gait.length_s();
  return (lands(gait, step) + lifts(gait, step + 1)) / 2;
}

/// When one foot carries all in step k.
double one_carries(const Gait& gait, int step) {
  if (step <= 0) return 0;
  if (step > gait.steps) return gait.length_s();
  return (lifts(gait, step) + lands(gait, step)) / 2;
}

/// Both of them in turn.
double either(const Gait& gait, int knot) {
  return knot % 2 == 0 ? both_stand(gait, knot / 2) : one_carries(gait, knot / 2 + 1);
}

/// The last knot before a time, and how far it is from there to the next.
struct HipKnot {
  int from = 0;
  double passed = 0;

  double between(double from_value, double to_value) const {
    return from_value + passed * (to_value - from_value);
  }
};

template <class At>
HipKnot knot_at(const Gait& gait, double time_s, int guess, int last, At at) {
  HipKnot knot{.from = std::clamp(guess, 0, last - 1)};
  while (knot.from > 0 && at(gait, knot.from) > time_s) --knot.from;
  while (knot.from + 1 < last && at(gait, knot.from + 1) <= time_s) ++knot.from;
  const double from_s = at(gait, knot.from);
  knot.passed = least_jerk((time_s - from_s) / (at(gait, knot.from + 1) - from_s));
  return knot;
}

/// How far a step that ends at a knot goes; 0 at the start and the end.
double stride_to(const Gait& gait, int step, int last) {
  return step <= 0 || step >= last ? 0 : stride(gait, step);
}

/// How far to the side of the foot that carries.
double over_m(const Gait& gait, const StandingBody& body, int step, double stride_here) {
  if (step <= 0 || step > gait.steps) return 0;
  const double width_m = std::abs(body.legs[0].ankle_m.x);
  const double narrow = gait.step_m > 0 ? std::min(1.0, stride_here) : 0;
  return -sign_of(gait, step) * kOverFoot * (width_m + narrow * (gait.half_width_m - width_m));
}

/// Of the drop, at a knot of either kind.
double share_at(const Gait& gait, int knot) {
  if (knot <= 0 || knot >= 2 * gait.steps) return 0;
  return knot % 2 != 0 ? kCarryingShare : std::max(kApartShareMin, apart(gait, knot / 2));
}

double down_at_knot(double share, double drop_m) {
  return share == 0 ? 0 : std::max(kDropMin_m, share * drop_m);
}

}  // namespace

Quat Sway::character_from_hips() const {
  return rotation_about({0, 1, 0}, turn_rad) * rotation_about({1, 0, 0}, lean_rad) *
         rotation_about({0, 0, 1}, list_rad);
}

Sway sway_at(const Gait& gait, const StandingBody& body, double time_s) {
  const int guess = step_at(gait, time_s) - 1;
  const HipKnot feet = knot_at(gait, time_s, guess, gait.steps, both_stand);
  const double from = stride_to(gait, feet.from, gait.steps);
  const double to = stride_to(gait, feet.from + 1, gait.steps);
  const double from_side = sign_of(gait, feet.from);
  const double even = feet.between(std::min(1.0, from), std::min(1.0, to));
  const double to_side =
      feet.between(from_side * std::min(1.0, from), -from_side * std::min(1.0, to));

  const HipKnot weight = knot_at(gait, time_s, guess, gait.steps + 1, one_carries);
  const double lifted = stride_to(gait, weight.from, gait.steps + 1);
  const double lifts_next = stride_to(gait, weight.from + 1, gait.steps + 1);
  const double side = sign_of(gait, weight.from);
  return {.moved_m = {weight.between(over_m(gait, body, weight.from, lifted),
                                     over_m(gait, body, weight.from + 1, lifts_next)),
                      0, kAheadOfLeg * body.leg_m() * even},
          .turn_rad = -kHipsTurn_rad * to_side,
          .lean_rad = kHipsLean_rad * even,
          .list_rad = -kHipsList_rad * weight.between(side * std::min(1.0, lifted),
                                                      -side * std::min(1.0, lifts_next)),
          .arms = feet.between(-from_side * from, from_side * to)};
}

double Dropping::down_m(double drop_m) const {
  const double from_m = down_at_knot(from_share, drop_m);
  return from_m + passed * (down_at_knot(to_share, drop_m) - from_m);
}

double Dropping::share() const { return from_share + passed * (to_share - from_share); }

Dropping dropping_at(const Gait& gait, double time_s) {
  const int guess = 2 * std::clamp(step_at(gait, time_s) - 1, 0, gait.steps - 1);
  const HipKnot knot = knot_at(gait, time_s, guess, 2 * gait.steps, either);
  return {.from_share = share_at(gait, knot.from),
          .to_share = share_at(gait, knot.from + 1),
          .passed = knot.passed};
}

}  // namespace kine::motion
