#include "realizer/dynamics/physical/stepping.h"

#include <algorithm>
#include <cmath>

#include "realizer/dynamics/physical/legs.h"
#include "realizer/dynamics/physical/standing.h"

namespace kine::dynamics::physical {
namespace {

using Phase = Stepping::Phase;

constexpr double kSwing_s = 0.3;
constexpr double kFarthest = 0.85;  // of the length of a leg, from the foot that carries
constexpr double kBeyond_m = 0.08;  // behind the capture point, so that it lies within the feet
constexpr double kOutside_m = 0.0;  // of the feet, before a step is taken
constexpr int kStepsMost = 4;
constexpr double kLands_s = 0.04;  // before it steps again
// Hips on both feet are drawn to the middle, by a share of the way, and held back by what they go
// in a time.
constexpr double kDrawn = 0.3;
constexpr double kHeldBack_s = 0.2;

constexpr double kCalm_m_s = 0.2;
constexpr double kCalmFor_s = 0.2;

Quat heading_of(const Stepping& stepping) {
  return rotation_about({0, 1, 0}, stepping.heading_rad);
}

Vec3 ankle_now_m(const Figure& figure, const Engine& engine, std::size_t side) {
  return engine.place_m(figure.joints[figure.legs[side].foot].body, {});
}

/// How far a point is outside of the sole, in the axes of the heading; 0 within it.
Vec3 outside_m(const FigureLeg& leg, const Vec3& from_sole_m) {
  const auto beyond = [](double x, double most) { return x - std::clamp(x, -most, most); };
  return {beyond(from_sole_m.x, leg.half_width_m), 0, beyond(from_sole_m.z, leg.half_length_m)};
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

/// Where the foot in the air is to come down: where the capture point will be by then.
Vec3 landing_m(const Figure& figure, Engine& engine, const Stepping& stepping) {
  const std::size_t stance = 1 - stepping.swing;
  const Quat heading = heading_of(stepping);
  const Vec3 sole = sole_m(figure, engine, stance);
  const FigureLeg& leg = figure.legs[stance];
  const Vec3 from_sole = conjugate(heading) * (capture_point_m(engine) - sole);
  const Vec3 off = outside_m(leg, from_sole);  // from the edge, where the ground pushes
  const double w = pendulum_1_s(engine.centre_of_mass());
  const double grown = std::exp(w * std::max(0.0, kSwing_s - stepping.since_s));
  Vec3 to = from_sole - off + grown * off;
  const double far = length(off);
  if (far > 0) to = to + (kBeyond_m / far) * off;
  // A foot stays on its side of the other one.
  const double side = stepping.swing == 0 ? 1 : -1;
  const double apart = std::abs(figure.legs[0].hip_m.x - figure.legs[1].hip_m.x);
  to.x = side * std::max(side * to.x, apart);
  const double most = kFarthest * (length(leg.knee_m) + length(leg.ankle_m));
  const double way = std::hypot(to.x, to.z);
  if (way > most) to = (most / way) * to;
  Vec3 ankle = ankle_now_m(figure, engine, stance) - sole;
  ankle.y = 0;
  Vec3 landing = sole + heading * Vec3{to.x, 0, to.z} + ankle;
  landing.y = -figure.legs[stepping.swing].sole_m.y;
  return landing;
}

void begin(Phase phase, Stepping& stepping) {
  stepping.phase = phase;
  stepping.since_s = 0;
  stepping.calm_s = 0;
}

/// One that falls aside steps with the foot of that side. Else it is the foot that carries less, or
/// that did not move last.
std::size_t foot_to_move(const Figure& figure, Engine& engine, const Stepping& stepping,
                         const Vec3& outside) {
  constexpr double kAside = 0.3;
  if (std::abs(outside.x) > kAside * std::abs(outside.z)) return outside.x > 0 ? 0 : 1;
  if (stepping.phase != Phase::None) return 1 - stepping.swing;
  const Vec3 middle = 0.5 * (sole_m(figure, engine, 0) + sole_m(figure, engine, 1));
  const Vec3 leans = conjugate(heading_of(stepping)) * (capture_point_m(engine) - middle);
  return leans.x < 0 ? 0 : 1;
}

void step_out(const Figure& figure, Engine& engine, const Vec3& outside, Stepping& stepping) {
  stepping.swing = foot_to_move(figure, engine, stepping, outside);
  ++stepping.steps;
  begin(Phase::Swing, stepping);
  stepping.from_m = ankle_now_m(figure, engine, stepping.swing);
  stepping.to_m = landing_m(figure, engine, stepping);
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

/// Where the hips are to be over the feet, level; in a swing they go where they go.
Vec3 goal_m(const Figure& figure, Engine& engine, const Stepping& stepping) {
  if (stepping.phase == Phase::Swing) return engine.place_m(kBaseBody, {});
  const Vec3 middle = 0.5 * (ankle_now_m(figure, engine, 0) + ankle_now_m(figure, engine, 1));
  return middle + heading_of(stepping) * Vec3{figure.standing_m.x, 0, figure.standing_m.z};
}

HipsPlace wanted_hips(const Figure& figure, Engine& engine, const Stepping& stepping) {
  const Quat heading = heading_of(stepping);
  const std::size_t stance = 1 - stepping.swing;
  const Vec3 ankles[] = {ankle_now_m(figure, engine, 0), ankle_now_m(figure, engine, 1)};
  const bool on_both = stepping.phase != Phase::Swing;
  const Vec3 now = engine.place_m(kBaseBody, {});
  Vec3 level = now;
  if (stepping.phase != Phase::Swing) {
    level = now + kDrawn * (goal_m(figure, engine, stepping) - now) -
            kHeldBack_s * engine.centre_of_mass().velocity_m_s;
  }
  level.y = std::min(figure.standing_m.y + ankles[stance].y,
                     height_over_m(figure, stance, ankles[stance], level, heading));
  if (on_both) {
    level.y = std::min(
        level.y, height_over_m(figure, stepping.swing, ankles[stepping.swing], level, heading));
  }
  return {level, heading};
}

}  // namespace

void take_steps(const Figure& figure, Engine& engine, double step_s, Stepping& stepping) {
  stepping.since_s += step_s;
  if (!stepping.is_under_way()) {
    const Vec3 ahead = engine.place_m(kBaseBody, {0, 0, 1}) - engine.place_m(kBaseBody, {});
    stepping.heading_rad = std::atan2(ahead.x, ahead.z);
    stepping.steps = 0;
  }
  const MassPoint centre = engine.centre_of_mass();
  const double speed_m_s = std::hypot(centre.velocity_m_s.x, centre.velocity_m_s.z);
  stepping.calm_s = speed_m_s < kCalm_m_s ? stepping.calm_s + step_s : 0;
  const Vec3 outside =
      outside_feet_m(figure, engine, heading_of(stepping), capture_point_m(engine));
  const bool falls = length(outside) > kOutside_m && stepping.steps < kStepsMost;
  switch (stepping.phase) {
    case Phase::None:
      if (falls) step_out(figure, engine, outside, stepping);
      return;
    case Phase::Swing:
      if (stepping.since_s < 0.7 * kSwing_s) {
        stepping.to_m = landing_m(figure, engine, stepping);
      }
      if (stepping.since_s >= kSwing_s) begin(Phase::Both, stepping);
      return;
    case Phase::Both:
    case Phase::Done:
      if (falls && stepping.since_s > kLands_s) {
        step_out(figure, engine, outside, stepping);
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
  bring_ankle(figure, stance, hips, ankle_now_m(figure, engine, stance), flat, wanted);
  if (stepping.phase != Phase::Swing) {
    bring_ankle(figure, stepping.swing, hips, ankle_now_m(figure, engine, stepping.swing), flat,
                wanted);
    return;
  }
  const Vec3 base = engine.place_m(kBaseBody, {});
  const Vec3 x = engine.place_m(kBaseBody, {1, 0, 0}) - base;
  const Vec3 y = engine.place_m(kBaseBody, {0, 1, 0}) - base;
  const Vec3 z = engine.place_m(kBaseBody, {0, 0, 1}) - base;
  bring_ankle(figure, stepping.swing, {base, from_axes(x, y, z)},
              stepping_m(stepping.from_m, stepping.to_m, stepping.since_s / kSwing_s), flat,
              wanted);
}

void let_swing(const Figure& figure, const Stepping& stepping, std::span<double> leaning_rad) {
  const bool swings = stepping.phase == Phase::Swing;
  for (std::size_t side = 0; side < figure.legs.size(); ++side) {
    const FigureLeg& leg = figure.legs[side];
    const std::size_t hip = figure.joints[leg.thigh].degree;
    const std::size_t ankle = figure.joints[leg.foot].degree;
    leaning_rad[hip] = 0;  // the trunk stays upright
    if (!swings || side != stepping.swing) continue;
    leaning_rad[hip + 1] = leaning_rad[ankle] = leaning_rad[ankle + 1] = 0;
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
