// Of gaits: how they are planned, so that every leg is long enough all along the way.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

#include "realizer/body/walking_pace.h"
#include "realizer/math/units.h"
#include "realizer/motion/ground/gait.h"
#include "realizer/motion/ground/gait_feet.h"
#include "realizer/motion/ground/gait_hips.h"
#include "realizer/motion/ground/gait_way.h"

namespace kine::motion {
namespace {

using pose::Gait;
using pose::StandingBody;
using pose::WayBend;

/// Between both feet, while one walks; of that at rest.
constexpr double kHalfWidth = 0.65;

/// A leg that walks is not stretched altogether; the quicker it swings out and back, the less, or
/// its knee would snap.
constexpr double kBent = 0.006;
constexpr double kBentQuick = 0.025;

double bent_of(const Gait& gait, double leg_m) {
  const body::Pace usual = body::pace_of(leg_m);
  const double quick = gait.step_m / usual.step_m * (usual.step_s / gait.step_s);
  return kBent + kBentQuick * std::max(0.0, quick - 1);
}

// Of a step, where legs are farthest apart; the rest of it asks for less.
constexpr std::array kLooks = {0.04, 0.1, 0.16, 0.4, 0.48, 0.56, 0.64, 0.72, 0.8, 0.88, 0.96};

/// Both legs at a time of a gait, as hips that do not come down would ask of them.
struct Legs {
  Dropping dropping;
  std::array<double, 2> up_m;      // from the ankle to where the leg begins
  std::array<double, 2> level_m2;  // the other way, squared

  /// How far the hips would have to come down further for a leg that is too short.
  double lack_m(double drop_m, double leg_m, double bent) const {
    const double down_m = dropping.down_m(drop_m);
    // A character that stands has straight legs.
    const double goes = std::min(1.0, down_m / kDropMin_m);
    const double reach_m = (1 - goes * bent) * leg_m;
    double lack = 0;
    for (std::size_t side = 0; side < up_m.size(); ++side) {
      const double high_m = std::sqrt(std::max(0.0, reach_m * reach_m - level_m2[side]));
      lack = std::max(lack, up_m[side] - down_m - high_m);
    }
    return lack;
  }
};

Legs legs_at(const Gait& gait, const StandingBody& body, const FeetOfStep& feet, double time_s) {
  const body::Placement root = root_at(gait, time_s);
  const Sway sway = sway_at(gait, body, time_s);
  const Quat character_from_hips = sway.character_from_hips();
  Legs legs{.dropping = dropping_at(gait, time_s), .up_m = {}, .level_m2 = {}};
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const auto i = static_cast<std::size_t>(side);
    const double half_m = std::abs(body.legs[i].ankle_m.x) * (side == body::Side::Left ? 1 : -1);
    const Vec3 joint_m =
        body.hips_m + sway.moved_m + character_from_hips * Vec3{half_m, -body.hip_joint_m, 0};
    const Vec3 way =
        root.position_m + turned(joint_m, root.heading_rad) - feet.at(side, time_s).ankle_m;
    legs.up_m[i] = way.y;
    legs.level_m2[i] = way.x * way.x + way.z * way.z;
  }
  return legs;
}

/// What a step asks of the legs.
using LegsOfStep = std::array<Legs, kLooks.size()>;

LegsOfStep legs_of(const Gait& gait, const StandingBody& body, int step) {
  const FeetOfStep feet = feet_of(gait, body, step);
  LegsOfStep legs;
  for (std::size_t look = 0; look < kLooks.size(); ++look) {
    legs[look] = legs_at(gait, body, feet, lifts(gait, step) + kLooks[look] * gait.step_s);
  }
  return legs;
}

/// Whether no leg is too short by more than so much in the last bend, nor at the end.
bool reaches(const Gait& gait, const StandingBody& body, double most_m) {
  const int out = straight_from(gait) + 2;
  const int from = gait.bends[static_cast<std::size_t>(gait.bend_count) - 1].from_step;
  for (int step = from + 1; step <= gait.steps; ++step) {
    if (step > out + 1 && step < gait.steps - 1) continue;  // like the one before
    for (const Legs& legs : legs_of(gait, body, step)) {
      if (legs.lack_m(gait.drop_m, body.leg_m(), kBent) > most_m) return false;
    }
  }
  return true;
}

/// By how much more the hips have to come down.
double more_drop_m(std::span<const LegsOfStep> steps, double drop_m, double leg_m, double bent) {
  constexpr double kShareMin = 0.35;  // where less of it counts, more of it is no help
  double more_m = 0;
  for (const LegsOfStep& step : steps) {
    for (const Legs& legs : step) {
      const double lack_m = legs.lack_m(drop_m, leg_m, bent);
      if (lack_m > 0)
        more_m = std::max(more_m, lack_m / std::max(kShareMin, legs.dropping.share()));
    }
  }
  return more_m;
}

/// How far hips are down whose legs reach where they stand.
double drop_of(const Gait& gait, const StandingBody& body) {
  constexpr int kTries = 6;
  // Steps in the midst are alike. A turn is no more than half round, so there is room for all.
  constexpr int kUnlikeSteps = 14;
  const int alike_from = gait.turning_steps + 3;
  const int alike_to = gait.steps - 3;
  std::array<LegsOfStep, kUnlikeSteps> unlike;
  std::size_t count = 0;
  for (int step = 1; step <= gait.steps && count < unlike.size(); ++step) {
    if (step > alike_from && step < alike_to) continue;
    unlike[count++] = legs_of(gait, body, step);
  }
  const double bent = bent_of(gait, body.leg_m());
  double drop_m = kDropMin_m;
  for (int i = 0; i < kTries; ++i) {
    const double more_m = more_drop_m({unlike.data(), count}, drop_m, body.leg_m(), bent);
    if (more_m == 0) break;
    drop_m += more_m + 0.0005;
  }
  return drop_m;
}

/// Whether people step as in the last bend and behind it: who turns farther stops for it. By way of
/// all bends steps stay as long as one walk has them.
bool is_walk(const Gait& gait, const StandingBody& body) {
  constexpr double kBend_rad = 110 * kDegree;
  constexpr double kAStep_rad = 32 * kDegree;
  constexpr double kLonger = 1.12;  // than the first, or than those before
  constexpr double kShorter = 0.7;
  constexpr double kLongest = 1.2;  // than people like them, where the first are not
  const WayBend& bend = gait.bends[static_cast<std::size_t>(gait.bend_count) - 1];
  if (std::abs(bend.rad) > std::min(kBend_rad, bend.steps * kAStep_rad)) return false;
  const double step_m = bend.then_step_m;
  if (step_m > kLonger * bend.step_m || step_m < kShorter * bend.step_m) return false;
  const body::Pace usual = body::pace_of(body.leg_m());
  const double slowest_m = body::kSlowest * usual.step_m / usual.step_s * gait.step_s;
  const double most_m =
      std::max(gait.usual_m,
               std::min(kLonger * gait.step_m, std::max(gait.step_m, kLongest * gait.usual_m)));
  const double least_m = std::max(kShorter * gait.step_m, std::min(gait.step_m, slowest_m));
  return step_m <= most_m && step_m >= least_m;
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
  gait.drop_m = drop_of(gait, body);
  return gait;
}

std::optional<Gait> led_on(const Gait& gait, int behind_step, const Vec3& point_m,
                           double short_of_m, const StandingBody& body, int most_steps) {
  constexpr int kBendStepsMax = 4;
  const int from = gait.bend_count == 0 ? behind_step : std::max(behind_step, straight_from(gait));
  const bool has_room = from > gait.turning_steps && from < gait.steps - 1 &&
                        gait.bend_count < static_cast<int>(pose::kWayBendsMax);
  if (gait.step_m == 0 || !has_room) return {};
  // In steps like the first one, or like those of late where they have become too unlike it, or
  // shorter ones, which legs reach better.
  constexpr double kBitShorter = 0.87;
  const std::array likes_m = {gait.step_m, last_step_m(gait), kBitShorter * gait.step_m};
  for (int steps = 2; steps <= kBendStepsMax; ++steps) {
    for (const double like_m : likes_m) {
      const auto on = bent(gait, from, steps, point_m, short_of_m, like_m);
      if (!on || on->steps > most_steps || !is_walk(*on, body)) continue;
      if (reaches(*on, body, kBent / 2 * body.leg_m())) return on;
    }
  }
  return {};
}

}  // namespace kine::motion
