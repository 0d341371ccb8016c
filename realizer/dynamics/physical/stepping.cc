#include "realizer/dynamics/physical/stepping.h"

#include <algorithm>
#include <cmath>

#include "realizer/dynamics/physical/legs.h"
#include "realizer/dynamics/physical/standing.h"
#include "realizer/math/ease.h"

namespace kine::dynamics::physical {
namespace {

using Phase = Stepping::Phase;

constexpr double kSwing_s = 0.3;
constexpr double kLead_s = 0.08;       // dampers hold a foot back, so what is wanted is ahead of it
constexpr double kFarthest = 0.85;     // of the length of a leg, from the foot that carries
constexpr double kFarthestBack = 0.7;  // hips turn less far to the back
constexpr double kBeyond_m = 0.08;     // behind the capture point, so that it lies within the feet
constexpr int kStepsMost = 4;
constexpr double kLands_s = 0.04;  // before it steps again

// How far outside of the feet the capture point is before a step is taken. Feet that are apart push
// a body back from farther.
constexpr double kOutside_m = 0.0;
constexpr double kOutsideApart_m = 0.05;

// A foot that crosses goes around the other one, and comes down clear of it. One that comes down
// far ahead or behind is clear of it wherever that is.
constexpr double kClear_m = 0.15;
constexpr double kFarClear_m = 0.3;
constexpr double kFarthestAcross_m = 0.45;  // thighs meet
constexpr double kAround_m = 0.2;
constexpr double kBehind_m = 0.1;  // it crosses behind where the body falls so far behind

// Hips on both feet are drawn to the middle, by a share of the way, and held back by what they go
// in a time.
constexpr double kDrawn = 0.3;
constexpr double kHeldBack_s = 0.2;

// Hips go down in the rest of a swing, so that the foot gets there. Before that the leg that
// carries would fold, and the other one would not come off the ground.
constexpr double kGoesDown = 0.4;

constexpr double kCalm_m_s = 0.2;
constexpr double kCalmFor_s = 0.2;

Quat heading_of(const Stepping& stepping) {
  return rotation_about({0, 1, 0}, stepping.heading_rad);
}

/// Of the foot that moves: 1 of the left one, -1 of the right one.
double side_of(const Stepping& stepping) { return stepping.swing == 0 ? 1 : -1; }

Vec3 ankle_now_m(const Figure& figure, const Engine& engine, std::size_t side) {
  return engine.place_m(figure.joints[figure.legs[side].foot].body, {});
}

/// How far a point is outside of the sole, in the axes of the heading; 0 within it.
Vec3 outside_m(const FigureLeg& leg, const Vec3& from_sole_m) {
  const auto beyond = [](double x, double most) { return x - std::clamp(x, -most, most); };
  return {beyond(from_sole_m.x, leg.half_width_m), 0, beyond(from_sole_m.z, leg.half_length_m)};
}

/// The same where that foot is flat on the ground.
Vec3 ankle_down_m(const Figure& figure, const Engine& engine, std::size_t side) {
  Vec3 place = ankle_now_m(figure, engine, side);
  place.y = -figure.legs[side].sole_m.y;
  return place;
}

double pendulum_1_s(const MassPoint& centre) {
  return std::sqrt(9.81 / std::max(centre.position_m.y, 0.3));
}

/// In the world, on the ground.
Vec3 capture_point_m(Engine& engine) {
  const MassPoint centre = engine.centre_of_mass();
  const double w = pendulum_1_s(centre);
  return {centre.position_m.x + centre.velocity_m_s.x / w, 0,
          centre.position_m.z + centre.velocity_m_s.z / w};
}

/// From the box about both soles, in the axes of the heading.
Vec3 outside_feet_m(const Figure& figure, Engine& engine, const Quat& heading,
                    const Vec3& point_m) {
  const Vec3 to_left = conjugate(heading) * (point_m - sole_m(figure, engine, 0));
  const Vec3 to_right = conjugate(heading) * (point_m - sole_m(figure, engine, 1));
  const FigureLeg& leg = figure.legs[0];
  const auto beyond = [](double a, double b, double half) {
    const double least = std::min(a, b) - half;  // beyond the farther edge
    const double most = std::max(a, b) + half;
    return least > 0 ? least : most < 0 ? most : 0.0;
  };
  return {beyond(to_left.x, to_right.x, leg.half_width_m), 0,
          beyond(to_left.z, to_right.z, leg.half_length_m)};
}

/// Where the foot in the air would best come down, from the one that carries, in the axes of the
/// heading: where the capture point will be by then.
Vec3 best_landing_m(const Figure& figure, Engine& engine, const Stepping& stepping) {
  const std::size_t stance = 1 - stepping.swing;
  const Vec3 from_sole =
      conjugate(heading_of(stepping)) * (capture_point_m(engine) - sole_m(figure, engine, stance));
  // From the edge, where the ground pushes.
  const Vec3 off = outside_m(figure.legs[stance], from_sole);
  const double w = pendulum_1_s(engine.centre_of_mass());
  const double grown = std::exp(w * std::max(0.0, kSwing_s - stepping.since_s));
  Vec3 to = from_sole - off + grown * off;
  const double far = length(off);
  if (far > 0) to = to + (kBeyond_m / far) * off;
  return {to.x, 0, to.z};
}

/// Where it is to come down: not on the other foot, and no farther than legs reach.
Vec3 landing_m(const Figure& figure, Engine& engine, const Stepping& stepping) {
  Vec3 to = best_landing_m(figure, engine, stepping);
  const double side = side_of(stepping);
  const double apart = std::abs(figure.legs[0].hip_m.x - figure.legs[1].hip_m.x);
  const double clear = std::min(1.0, std::abs(to.z) / kFarClear_m);
  const auto aside = [&](double near_m) { return std::lerp(near_m, -kFarthestAcross_m, clear); };
  if (stepping.crosses) {
    to.x = -side * std::clamp(-side * to.x, aside(kClear_m), kFarthestAcross_m);
    to.z = stepping.passes * std::max(stepping.passes * to.z, kClear_m);
  } else {
    to.x = side * std::max(side * to.x, aside(apart));
  }
  const FigureLeg& leg = figure.legs[stepping.swing];
  const double reach = to.z < 0 ? kFarthestBack : kFarthest;
  const double most = reach * (length(leg.knee_m) + length(leg.ankle_m));
  const double way = std::hypot(to.x, to.z);
  if (way > most) to = (most / way) * to;
  return ankle_down_m(figure, engine, 1 - stepping.swing) + heading_of(stepping) * to;
}

void begin(Phase phase, Stepping& stepping) {
  stepping.phase = phase;
  stepping.since_s = 0;
  stepping.calm_s = 0;
}

/// The foot that carries less, for the other one could not come off the ground: the one that the
/// body leans away from, or that did not move last.
std::size_t foot_to_move(const Figure& figure, Engine& engine, const Stepping& stepping) {
  if (stepping.phase != Phase::None) return 1 - stepping.swing;
  const Vec3 middle = 0.5 * (sole_m(figure, engine, 0) + sole_m(figure, engine, 1));
  const Vec3 leans = conjugate(heading_of(stepping)) * (capture_point_m(engine) - middle);
  return leans.x < 0 ? 0 : 1;
}

void step_out(const Figure& figure, Engine& engine, Stepping& stepping) {
  const int back = stepping.way_back();
  stepping.swing = foot_to_move(figure, engine, stepping);
  ++stepping.steps;
  begin(Phase::Swing, stepping);
  stepping.from_m = ankle_now_m(figure, engine, stepping.swing);
  const Vec3 to = best_landing_m(figure, engine, stepping);
  stepping.crosses = back == 0 && side_of(stepping) * to.x < 0;
  stepping.passes = !stepping.crosses ? back : to.z < -kBehind_m ? -1 : 1;
  stepping.to_m = landing_m(figure, engine, stepping);
}

/// Where the foot in the air is to be.
Vec3 in_swing_m(const Stepping& stepping) {
  const double share = std::min(1.0, (stepping.since_s + kLead_s) / kSwing_s);
  if (stepping.passes == 0) return stepping_m(stepping.from_m, stepping.to_m, share);
  const Quat heading = heading_of(stepping);
  const double ahead_m = (conjugate(heading) * (stepping.to_m - stepping.from_m)).z;
  const double around_m = std::max(0.0, kAround_m - 0.5 * std::abs(ahead_m));
  return passing_m(stepping.from_m, stepping.to_m, share,
                   heading * Vec3{0, 0, stepping.passes * around_m});
}

/// How high upright hips are over an ankle at the most.
double height_over_m(const Figure& figure, std::size_t side, const Vec3& ankle, const Vec3& level_m,
                     const Quat& heading) {
  constexpr double kNearlyStraight = 0.99;
  const FigureLeg& leg = figure.legs[side];
  const Vec3 hip = level_m + heading * leg.hip_m;
  const double reach = kNearlyStraight * (length(leg.knee_m) + length(leg.ankle_m));
  const double aside = std::hypot(hip.x - ankle.x, hip.z - ankle.z);
  const double up = std::sqrt(std::max(0.05, reach * reach - aside * aside));
  return ankle.y + up - leg.hip_m.y;
}

/// How high they are at the most at the end of a swing, so that the foot reaches the ground.
double landing_height_m(const Figure& figure, Engine& engine, const Stepping& stepping,
                        const Vec3& now_m) {
  const double left_s = std::max(0.0, kSwing_s - stepping.since_s);
  const Vec3 then = now_m + left_s * engine.centre_of_mass().velocity_m_s;
  return height_over_m(figure, stepping.swing, stepping.to_m, then, heading_of(stepping));
}

/// In a swing they go where they go. On both feet they are drawn to the middle.
HipsPlace wanted_hips(const Figure& figure, Engine& engine, const Stepping& stepping) {
  const Quat heading = heading_of(stepping);
  const std::size_t stance = 1 - stepping.swing;
  const Vec3 carrying = ankle_down_m(figure, engine, stance);
  const Vec3 now = engine.place_m(kBaseBody, {});
  const auto highest = [&](const Vec3& level) {
    return std::min(figure.standing_m.y + carrying.y,
                    height_over_m(figure, stance, carrying, level, heading));
  };
  if (stepping.phase == Phase::Swing) {
    const double high = highest(now);
    const double low = landing_height_m(figure, engine, stepping, now);
    const double share = eased_between(kGoesDown, 1, stepping.since_s / kSwing_s);
    return {{now.x, std::lerp(high, std::min(high, low), share), now.z}, heading};
  }
  const Vec3 other = ankle_down_m(figure, engine, stepping.swing);
  const Vec3 goal =
      0.5 * (carrying + other) + heading * Vec3{figure.standing_m.x, 0, figure.standing_m.z};
  Vec3 level = now + kDrawn * (goal - now) - kHeldBack_s * engine.centre_of_mass().velocity_m_s;
  level.y = std::min(highest(level), height_over_m(figure, stepping.swing, other, level, heading));
  return {level, heading};
}

bool has_landed(const Figure& figure, const Engine& engine, const Stepping& stepping) {
  constexpr double kDown_m = 0.03;
  return stepping.since_s >= kSwing_s && sole_m(figure, engine, stepping.swing).y < kDown_m;
}

}  // namespace

void take_steps(const Figure& figure, Engine& engine, double step_s, Stepping& stepping) {
  stepping.since_s += step_s;
  if (!stepping.is_under_way()) {
    const Vec3 ahead = engine.place_m(kBaseBody, {0, 0, 1}) - engine.place_m(kBaseBody, {});
    stepping.heading_rad = std::atan2(ahead.x, ahead.z);
    stepping.steps = 0;
    stepping.crosses = false;
  }
  const MassPoint centre = engine.centre_of_mass();
  const double speed_m_s = std::hypot(centre.velocity_m_s.x, centre.velocity_m_s.z);
  stepping.calm_s = speed_m_s < kCalm_m_s ? stepping.calm_s + step_s : 0;
  const Vec3 outside =
      outside_feet_m(figure, engine, heading_of(stepping), capture_point_m(engine));
  const double stood_m = stepping.phase == Phase::None ? kOutside_m : kOutsideApart_m;
  const bool falls = length(outside) > stood_m && stepping.steps < kStepsMost;
  switch (stepping.phase) {
    case Phase::None:
      if (falls) step_out(figure, engine, stepping);
      return;
    case Phase::Swing:
      if (stepping.since_s < 0.7 * kSwing_s) {
        stepping.to_m = landing_m(figure, engine, stepping);
      }
      if (has_landed(figure, engine, stepping)) begin(Phase::Both, stepping);
      return;
    case Phase::Both:
    case Phase::Done:
      if (falls && stepping.since_s > kLands_s) {
        step_out(figure, engine, stepping);
      } else if (stepping.phase == Phase::Both && stepping.calm_s > kCalmFor_s) {
        begin(Phase::Done, stepping);
      }
      return;
  }
}

void place_legs(const Figure& figure, Engine& engine, const Stepping& stepping,
                std::span<double> wanted) {
  const Quat flat = heading_of(stepping);
  const HipsPlace hips = wanted_hips(figure, engine, stepping);
  const std::size_t stance = 1 - stepping.swing;
  bring_ankle(figure, stance, hips, ankle_down_m(figure, engine, stance), flat, wanted);
  if (stepping.phase != Phase::Swing) {
    bring_ankle(figure, stepping.swing, hips, ankle_down_m(figure, engine, stepping.swing), flat,
                wanted);
    return;
  }
  const Vec3 base = engine.place_m(kBaseBody, {});
  const Vec3 x = engine.place_m(kBaseBody, {1, 0, 0}) - base;
  const Vec3 y = engine.place_m(kBaseBody, {0, 1, 0}) - base;
  const Vec3 z = engine.place_m(kBaseBody, {0, 0, 1}) - base;
  bring_ankle(figure, stepping.swing, {base, from_axes(x, y, z)}, in_swing_m(stepping), flat,
              wanted);
}

void let_swing(const Figure& figure, const Stepping& stepping, std::span<double> leaning_rad) {
  const bool swings = stepping.phase == Phase::Swing;
  for (std::size_t side = 0; side < figure.legs.size(); ++side) {
    const FigureLeg& leg = figure.legs[side];
    const std::size_t hip = figure.joints[leg.thigh].degree;
    const std::size_t ankle = figure.joints[leg.foot].degree;
    leaning_rad[hip] = leaning_rad[hip + 1] = 0;
    if (swings && side == stepping.swing) leaning_rad[ankle] = leaning_rad[ankle + 1] = 0;
  }
}

MassPoint over_step(const Figure& figure, Engine& engine, const Stepping& stepping,
                    const MassPoint& wanted) {
  const std::size_t stance = 1 - stepping.swing;
  const Vec3 carrying = sole_m(figure, engine, stance);
  const Vec3 middle = 0.5 * (carrying + sole_m(figure, engine, stepping.swing));
  const Vec3 from = stepping.phase == Phase::Swing ? carrying : middle;
  const MassPoint centre = engine.centre_of_mass();
  const Quat heading_from_world = conjugate(heading_of(stepping));
  Vec3 off = heading_from_world * (centre.position_m - from) - wanted.position_m;
  off.y = 0;
  return {off, heading_from_world * centre.velocity_m_s};
}

}  // namespace kine::dynamics::physical
