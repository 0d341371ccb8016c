#include "realizer/motion/gait.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "realizer/motion/gait_way.h"
#include "realizer/pose/gaze_keys.h"

namespace kine::motion {
namespace {

using pose::Gait;
using pose::least_jerk;
using pose::StandingBody;

constexpr double kDegree = std::numbers::pi / 180;
constexpr Vec3 kUp = {0, 1, 0};

// Of a step, how long its foot is in the air.
constexpr double kSwing = 0.8;

// A foot: how far the heel is up as it leaves and the toes as it lands, and for how much of a step.
constexpr double kHeelUp_rad = 42 * kDegree;
constexpr double kHeelUpMin_rad = 10 * kDegree;
constexpr double kHeelRises = 0.6;
constexpr double kToesUp_rad = 20 * kDegree;
constexpr double kToesFall = 0.2;
constexpr double kLift_m = 0.035;
constexpr double kToesBendMax_rad = 45 * kDegree;

// Hips: lower by this share of what both feet on the ground ask for while one carries, and at least
// by so much, for nobody steps with straight knees. And to the side of the foot that carries.
constexpr double kCarryingShare = 0.5;
constexpr double kDropMin_m = 0.016;
constexpr double kAheadOfLeg = 0.03;  // they are ahead of the midst between the feet
constexpr double kOverFoot = 0.4;
constexpr double kHalfWidth = 0.65;  // of that at rest
constexpr double kHipsTurn_rad = 5 * kDegree;
constexpr double kHipsList_rad = 2.5 * kDegree;
constexpr double kHipsLean_rad = 2.5 * kDegree;

// Above: the chest turns against the hips, the arms go with it.
constexpr double kTrunkTurn = -1.7;
constexpr double kArmForward_rad = 17 * kDegree;
constexpr double kArmBack_rad = 19 * kDegree;
constexpr double kForearm_rad = 14 * kDegree;

// A leg that walks is not stretched altogether.
constexpr double kBent = 0.006;

std::size_t index_of(body::Side side) { return static_cast<std::size_t>(side); }
double sign_of(body::Side side) { return side == body::Side::Left ? 1 : -1; }

/// About X: what looks ahead goes down.
Vec3 pitched(const Vec3& v, double pitch_rad) {
  const double c = std::cos(pitch_rad);
  const double s = std::sin(pitch_rad);
  return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}

// The steps as they are counted: step k lifts its foot at lifts(k) and lands it at lands(k).

double lifts(const Gait& gait, int step) { return gait.lead_s + (step - 1) * gait.step_s; }
double lands(const Gait& gait, int step) { return lifts(gait, step) + kSwing * gait.step_s; }

body::Side foot_of(const Gait& gait, int step) {
  const bool odd = step % 2 != 0;
  const body::Side other = gait.first == body::Side::Left ? body::Side::Right : body::Side::Left;
  return odd ? gait.first : other;
}

/// What has no acceleration at either end: from `from` to `to` with these velocities a time.
double passed_smoothly(double h, double way, double from_velocity, double to_velocity) {
  const double c3 = 10 * way - 6 * from_velocity - 4 * to_velocity;
  const double c4 = -15 * way + 8 * from_velocity + 7 * to_velocity;
  const double c5 = 6 * way - 3 * from_velocity - 3 * to_velocity;
  return h * (from_velocity + h * h * (c3 + h * (c4 + h * c5)));
}

/// Where the root is on its way at a time: a step in a step's time, half a step behind the feet.
double step_of_root(const Gait& gait, double time_s) {
  const double first = lands(gait, 1);
  const double last = lands(gait, gait.steps - 1);
  if (time_s <= first) {
    const double h = std::max(0.0, time_s) / first;
    return passed_smoothly(h, 0.5, 0, first / gait.step_s);
  }
  if (time_s < last) return 0.5 + (time_s - first) / gait.step_s;
  const double left_s = gait.length_s() - last;
  const double h = std::min(1.0, (time_s - last) / left_s);
  return gait.steps - 1.5 + passed_smoothly(h, 0.5, left_s / gait.step_s, 0);
}

// A foot that stands. Step 0 and -1 are where they stand before anybody goes.

/// How far a step goes, as a share of what a foot usually does.
double stride(const Gait& gait, int step) {
  const auto end = static_cast<double>(gait.steps - 1);
  const double to = std::min<double>(step, end);
  const double from = std::max(0, step - 2);
  const double share = (far_along(gait, to) - far_along(gait, from)) / (2 * gait.usual_m);
  return std::clamp(share, 0.0, 1.25);
}

/// How far apart the feet are when a step has landed, as a share of what they usually are.
double apart(const Gait& gait, int step) {
  if (step < 1 || step >= gait.steps) return 0;
  return std::min(1.0, (far_along(gait, step) - far_along(gait, step - 1)) / gait.usual_m);
}

struct Stand {
  Vec3 ankle_m;  // in the world, of a foot that is flat
  double yaw_rad = 0;
};

Stand stand_of(const Gait& gait, const StandingBody& body, int step) {
  const body::Side side = foot_of(gait, step + 2);
  const bool at_rest = step <= 0 || step >= gait.steps - 1;
  const body::Placement at = place_at(gait, std::clamp<double>(step, 0, gait.steps - 1));
  Vec3 ankle_m = body.legs[index_of(side)].ankle_m;
  if (!at_rest && gait.step_m > 0) {
    const double width = sign_of(side) * gait.half_width_m;
    ankle_m.x += std::min(1.0, stride(gait, step)) * (width - ankle_m.x);
  }
  return {.ankle_m = at.position_m + turned(ankle_m, at.heading_rad), .yaw_rad = at.heading_rad};
}

/// A turn, and how fast.
struct Pitch {
  double rad = 0;
  double rad_s = 0;
};

/// The farther a foot is behind when it leaves the ground, the farther its heel is up.
double heel_up_rad(const Gait& gait, int step) {
  if (step > gait.steps) return 0;
  constexpr double kUsuallyBehind = 0.7;  // steps
  const double root_m = far_along(gait, step_of_root(gait, lifts(gait, step)));
  const double behind_m = root_m - far_along(gait, std::max(0, step - 2));
  const double share = behind_m / (kUsuallyBehind * gait.usual_m);
  return std::max(kHeelUpMin_rad, kHeelUp_rad * std::min(1.2, share));
}

/// Of the foot that `step` has set down.
Pitch pitch_of_stand(const Gait& gait, int step, double time_s) {
  const double rises_s = step + 2 == 1 ? gait.lead_s : kHeelRises * gait.step_s;
  const double rising = (time_s - lifts(gait, step + 2)) / rises_s + 1;
  if (rising > 0 && step + 2 <= gait.steps) {
    const double up = heel_up_rad(gait, step + 2);
    return {up * rising * rising, 2 * up * rising / rises_s};
  }
  const double falls_s = kToesFall * gait.step_s;
  const double fallen = (time_s - lands(gait, step)) / falls_s;
  if (step < 1 || fallen >= 1) return {};
  const double up = -kToesUp_rad * stride(gait, step);
  const double h = std::max(0.0, fallen);
  return {up * (1 - h * h * (3 - 2 * h)), up * -6 * h * (1 - h) / falls_s};
}

/// Where a pitch takes the ankle, from where it is in a flat foot, and its velocity; X is 0.
struct Rolled {
  Vec3 ankle_m;
  Vec3 velocity_m_s;
};

Rolled rolled(const pose::LegAtRest& leg, const Pitch& pitch) {
  const Vec3& pivot = pitch.rad > 0 ? leg.ball_m : leg.heel_m;
  const Vec3 from_pivot = pitched(-1 * pivot, pitch.rad);
  return {.ankle_m = pivot + from_pivot, .velocity_m_s = cross({pitch.rad_s, 0, 0}, from_pivot)};
}

Foot foot_in_world(const Vec3& ankle_m, double yaw_rad, double pitch_rad) {
  return {.ankle_m = ankle_m,
          .yaw_rad = yaw_rad,
          .pitch_rad = pitch_rad,
          .toes_rad = std::clamp(pitch_rad, 0.0, kToesBendMax_rad)};
}

Foot standing_foot(const Gait& gait, const StandingBody& body, int step, double time_s) {
  const Stand stand = stand_of(gait, body, step);
  const Pitch pitch = pitch_of_stand(gait, step, time_s);
  const Rolled roll = rolled(body.legs[index_of(foot_of(gait, step + 2))], pitch);
  return foot_in_world(stand.ankle_m + turned(roll.ankle_m, stand.yaw_rad), stand.yaw_rad,
                       pitch.rad);
}

Foot swinging_foot(const Gait& gait, const StandingBody& body, int step, double time_s) {
  const pose::LegAtRest& leg = body.legs[index_of(foot_of(gait, step))];
  const double swing_s = kSwing * gait.step_s;
  const double h = (time_s - lifts(gait, step)) / swing_s;
  const Stand from = stand_of(gait, body, step - 2);
  const Stand to = stand_of(gait, body, step);
  const Pitch leaves = pitch_of_stand(gait, step - 2, lifts(gait, step));
  const Pitch meets = pitch_of_stand(gait, step, lands(gait, step));
  const Rolled off = rolled(leg, leaves);
  const Rolled on = rolled(leg, meets);
  const Vec3 off_m = from.ankle_m + turned(off.ankle_m, from.yaw_rad);
  const Vec3 on_m = to.ankle_m + turned(on.ankle_m, to.yaw_rad);
  const Vec3 off_way_m = swing_s * turned(off.velocity_m_s, from.yaw_rad);
  const auto way = [&](double Vec3::*axis) {
    return off_m.*axis + passed_smoothly(h, on_m.*axis - off_m.*axis, off_way_m.*axis, 0);
  };
  const double lift_m = 16 * h * h * (1 - h) * (1 - h) * kLift_m;
  const double yaw_rad = from.yaw_rad + least_jerk(h) * (to.yaw_rad - from.yaw_rad);
  const double pitch_rad =
      leaves.rad + passed_smoothly(h, meets.rad - leaves.rad, swing_s * leaves.rad_s, 0);
  Foot foot =
      foot_in_world({way(&Vec3::x), way(&Vec3::y) + lift_m, way(&Vec3::z)}, yaw_rad, pitch_rad);
  foot.toes_rad =
      std::clamp(leaves.rad + passed_smoothly(h, -leaves.rad, swing_s * leaves.rad_s, 0), 0.0,
                 kToesBendMax_rad);
  return foot;
}

/// The foot of that side at a time, in the world.
Foot foot_at(const Gait& gait, const StandingBody& body, body::Side side, double time_s) {
  // The last step that has lifted this foot.
  int step = static_cast<int>(std::floor((time_s - gait.lead_s) / gait.step_s)) + 1;
  step = std::clamp(step, 0, gait.steps);
  if (foot_of(gait, step + 2) != side) --step;
  if (step >= 1 && time_s < lands(gait, step)) return swinging_foot(gait, body, step, time_s);
  return standing_foot(gait, body, step, time_s);
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

template <class At, class Value>
double between(const Gait& gait, double time_s, int last, At at, Value value) {
  int step = static_cast<int>(std::floor((time_s - gait.lead_s) / gait.step_s));
  step = std::clamp(step, 0, last - 1);
  while (step > 0 && at(gait, step) > time_s) --step;
  while (step + 1 < last && at(gait, step + 1) <= time_s) ++step;
  const double from_s = at(gait, step);
  const double h = (time_s - from_s) / (at(gait, step + 1) - from_s);
  const double from = value(step);
  return from + least_jerk(h) * (value(step + 1) - from);
}

/// With each foot that lands; `value` is of a step on the left, 0 at either end.
template <class Value>
double with_feet(const Gait& gait, double time_s, Value value) {
  return between(gait, time_s, gait.steps, both_stand,
                 [&](int step) { return step <= 0 || step >= gait.steps ? 0.0 : value(step); });
}

/// With each foot that carries.
template <class Value>
double with_weight(const Gait& gait, double time_s, Value value) {
  return between(gait, time_s, gait.steps + 1, one_carries,
                 [&](int step) { return step <= 0 || step > gait.steps ? 0.0 : value(step); });
}

/// How far down the hips are, of what `value_of` makes of a share; 0 at either end.
template <class Value>
double drop_of(const Gait& gait, double time_s, Value value_of) {
  const auto at = [](const Gait& each, int knot) {
    return knot % 2 == 0 ? both_stand(each, knot / 2) : one_carries(each, knot / 2 + 1);
  };
  const auto value = [&](int knot) {
    if (knot <= 0 || knot >= 2 * gait.steps) return 0.0;
    const bool carries = knot % 2 != 0;
    const double share = carries ? kCarryingShare : std::max(0.35, apart(gait, knot / 2));
    return value_of(share);
  };
  const int last = 2 * gait.steps;
  int knot = 2 * std::clamp(static_cast<int>(std::floor((time_s - gait.lead_s) / gait.step_s)), 0,
                            gait.steps - 1);
  while (knot > 0 && at(gait, knot) > time_s) --knot;
  while (knot + 1 < last && at(gait, knot + 1) <= time_s) ++knot;
  const double from_s = at(gait, knot);
  const double h = (time_s - from_s) / (at(gait, knot + 1) - from_s);
  return value(knot) + least_jerk(h) * (value(knot + 1) - value(knot));
}

/// How far down the hips are.
double drop_at(const Gait& gait, double time_s) {
  return drop_of(gait, time_s,
                 [&](double share) { return std::max(kDropMin_m, share * gait.drop_m); });
}

/// How much of the gait's drop that is.
double drop_share(const Gait& gait, double time_s) {
  return drop_of(gait, time_s, [](double share) { return share; });
}

GoingAlong along_at(const Gait& gait, double time_s, double hips_turn_rad, double list_rad,
                    double lean_rad) {
  GoingAlong along;
  along.trunk_rad = {-0.6 * lean_rad, kTrunkTurn * hips_turn_rad, -0.9 * list_rad};
  along.head_rad = {-0.4 * lean_rad, -(1 + kTrunkTurn) * hips_turn_rad, -0.1 * list_rad};
  // The left arm is ahead when the right foot is.
  const double ahead = with_feet(
      gait, time_s, [&](int step) { return -sign_of(foot_of(gait, step)) * stride(gait, step); });
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const double own = sign_of(side) * ahead;
    along.arms_rad[index_of(side)] = own * (own > 0 ? kArmForward_rad : kArmBack_rad);
    along.forearms_rad[index_of(side)] = kForearm_rad * (std::abs(ahead) + own) / 2;
  }
  return along;
}

/// How far the hips would have to come down for a leg that is too short.
double lacks_m(const Gait& gait, const StandingBody& body, double time_s) {
  const Footing footing = walk(gait, body, time_s);
  double lacks = 0;
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const double half_m = sign_of(side) * std::abs(body.legs[index_of(side)].ankle_m.x);
    const Vec3 joint_m =
        footing.hips_m + footing.character_from_hips * Vec3{half_m, -body.hip_joint_m, 0};
    const Vec3 way = joint_m - footing.feet[index_of(side)].ankle_m;
    // Who stands has straight legs.
    const double goes = std::min(1.0, drop_at(gait, time_s) / kDropMin_m);
    const double reach_m = (1 - goes * kBent) * body.leg_m();
    const double level_m2 = way.x * way.x + way.z * way.z;
    const double high_m = std::sqrt(std::max(0.0, reach_m * reach_m - level_m2));
    lacks = std::max(lacks, way.y - high_m);
  }
  return lacks;
}

// Of a step, where legs are farthest apart; the rest of it asks for less.
constexpr double kFarFrom = 0.4;
constexpr double kFarTo = 1.12;
constexpr int kLooks = 9;

double look_at_s(const Gait& gait, int step, int look) {
  return lifts(gait, step) + (kFarFrom + (kFarTo - kFarFrom) * look / kLooks) * gait.step_s;
}

/// Whether no leg is too short by more than so much in the bend, nor at the end.
bool reaches(const Gait& gait, const StandingBody& body, double most_m) {
  const int out = gait.bend_from + gait.bend_steps + 2;
  for (int step = gait.bend_from + 1; step <= gait.steps; ++step) {
    if (step > out + 1 && step < gait.steps - 1) continue;  // like the one before
    for (int look = 0; look < kLooks; ++look) {
      if (lacks_m(gait, body, look_at_s(gait, step, look)) > most_m) return false;
    }
  }
  return true;
}

/// Lets the hips down until every leg reaches where it stands.
void let_hips_down(const StandingBody& body, Gait& gait) {
  constexpr int kTries = 6;
  constexpr double kShareMin = 0.35;  // where less of it counts, more of it is no help
  // Steps in the midst are alike.
  const int alike_from = gait.turning_steps + 3;
  const int alike_to = gait.steps - 3;
  for (int i = 0; i < kTries; ++i) {
    double more_m = 0;
    for (int step = 1; step <= gait.steps; ++step) {
      if (step > alike_from && step < alike_to) continue;
      for (int look = 0; look < kLooks; ++look) {
        const double time_s = look_at_s(gait, step, look);
        const double lacks = lacks_m(gait, body, time_s);
        if (lacks <= 0) continue;
        more_m = std::max(more_m, lacks / std::max(kShareMin, drop_share(gait, time_s)));
      }
    }
    if (more_m == 0) return;
    gait.drop_m += more_m + 0.0005;
  }
}

}  // namespace

std::optional<Gait> plan_gait(const body::Way& way, const body::Placement& from, Seconds length,
                              const StandingBody& body) {
  if (way.is_nothing()) return {};
  const double leg_m = body.leg_m();
  const auto time_of = [&](double quicker) { return body::walking_time(way, leg_m, quicker); };
  // The pace that takes so long, by halving: a step more is a jump, so the time of a step gives
  // what is left.
  constexpr int kHalvings = 40;
  double slow = body::kSlowest;
  double quick = body::kQuickest;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (slow + quick) / 2;
    (time_of(middle) > length ? slow : quick) = middle;
  }
  const Seconds taken = std::clamp(length, time_of(body::kQuickest), time_of(body::kSlowest));
  Gait gait{.from = from};
  gait.usual_m = body::pace_of(leg_m).step_m;
  gait.turning_steps = way.turning_steps();
  gait.turn_rad = way.turn_rad;
  gait.steps = body::steps_of(way, body::pace_of(leg_m, slow).step_m);
  const double ahead =
      gait.turning_steps == 0 ? gait.steps - 1 : gait.steps - gait.turning_steps - 0.5;
  gait.step_m = way.goes() ? way.length_m / ahead : 0;
  gait.step_s = taken.count() / (body::kLeadOfStep + gait.steps);
  gait.lead_s = body::kLeadOfStep * gait.step_s;
  gait.first = way.turn_rad > 0 ? body::Side::Left : body::Side::Right;
  gait.half_width_m = kHalfWidth * std::abs(body.legs[0].ankle_m.x);
  gait.drop_m = kDropMin_m;
  let_hips_down(body, gait);
  return gait;
}

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

std::optional<Gait> led_on(const Gait& gait, int behind_step, const Vec3& point_m,
                           double short_of_m, const StandingBody& body) {
  constexpr double kBend_rad = 110 * kDegree;  // who turns farther stops for it
  constexpr double kAStep_rad = 32 * kDegree;
  constexpr double kLonger = 0.12;  // steps, as a share of those before
  constexpr double kShorter = 0.3;
  constexpr int kBendStepsMax = 4;
  const bool is_straight = gait.bend_steps == 0 && behind_step > gait.turning_steps;
  if (gait.step_m == 0 || !is_straight || behind_step >= gait.steps - 1) return {};
  Gait leads = gait;
  leads.bend_from = behind_step;
  for (int steps = 2; steps <= kBendStepsMax; ++steps) {
    const auto on = bent(leads, steps, point_m, short_of_m);
    if (!on || std::abs(on->bend_rad) > kBend_rad) continue;
    if (std::abs(on->bend_rad) > steps * kAStep_rad) continue;
    const double longer = on->then_step_m / gait.step_m - 1;
    if (longer > kLonger || longer < -kShorter) continue;
    if (reaches(*on, body, kBent / 2 * body.leg_m())) return on;
  }
  return {};
}

body::Placement root_at(const Gait& gait, double time_s) {
  return place_at(gait, step_of_root(gait, time_s));
}

body::Placement end_of(const Gait& gait) { return place_at(gait, gait.steps - 1); }

Footing walk(const Gait& gait, const StandingBody& body, double time_s) {
  Footing footing = standing(body, root_at(gait, time_s));
  const double in_steps = std::clamp(time_s, 0.0, gait.length_s());
  const double turn_rad = with_feet(gait, in_steps, [&](int step) {
    return -kHipsTurn_rad * sign_of(foot_of(gait, step)) * std::min(1.0, stride(gait, step));
  });
  const double list_rad = with_weight(gait, in_steps, [&](int step) {
    return -kHipsList_rad * sign_of(foot_of(gait, step)) * std::min(1.0, stride(gait, step));
  });
  const double over_m = with_weight(gait, in_steps, [&](int step) {
    const double width_m = std::abs(body.legs[0].ankle_m.x);
    const double narrow = gait.step_m > 0 ? std::min(1.0, stride(gait, step)) : 0;
    return -sign_of(foot_of(gait, step)) * kOverFoot *
           (width_m + narrow * (gait.half_width_m - width_m));
  });
  const double lean_rad = with_feet(
      gait, in_steps, [&](int step) { return kHipsLean_rad * std::min(1.0, stride(gait, step)); });
  const double ahead_m = with_feet(gait, in_steps, [&](int step) {
    return kAheadOfLeg * body.leg_m() * std::min(1.0, stride(gait, step));
  });
  footing.hips_m = footing.hips_m + Vec3{over_m, -drop_at(gait, in_steps), ahead_m};
  footing.character_from_hips = rotation_about(kUp, turn_rad) *
                                rotation_about({1, 0, 0}, lean_rad) *
                                rotation_about({0, 0, 1}, list_rad);
  footing.along = along_at(gait, in_steps, turn_rad, list_rad, lean_rad);
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    Foot foot = foot_at(gait, body, side, in_steps);
    foot.ankle_m = turned(foot.ankle_m - footing.root.position_m, -footing.root.heading_rad);
    foot.yaw_rad -= footing.root.heading_rad;
    footing.feet[index_of(side)] = foot;
  }
  return footing;
}

}  // namespace kine::motion
