#include "realizer/motion/ground/gait_feet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "realizer/math/units.h"
#include "realizer/motion/ground/gait_way.h"
#include "realizer/pose/gaze_keys.h"

namespace kine::motion {
namespace {

using pose::Gait;
using pose::least_jerk;
using pose::StandingBody;

// Of a step, how long its foot is in the air.
constexpr double kSwing = 0.8;

// A foot: how far the heel is up as it leaves and the toes as it lands, and for how much of a step.
constexpr double kHeelUp_rad = 42 * kDegree;
constexpr double kHeelUpMin_rad = 10 * kDegree;
constexpr double kHeelUpMax_rad = 70 * kDegree;
constexpr double kHeelRises = 0.6;
constexpr double kToesUp_rad = 20 * kDegree;
constexpr double kToesFall = 0.2;
constexpr double kLift_m = 0.035;
constexpr double kToesBendMax_rad = 60 * kDegree;

double sign_of(body::Side side) { return side == body::Side::Left ? 1 : -1; }

/// About X: what looks ahead goes down.
Vec3 pitched(const Vec3& v, double pitch_rad) {
  const double c = std::cos(pitch_rad);
  const double s = std::sin(pitch_rad);
  return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}

/// What has no acceleration at either end: from `from` to `to` with these velocities a time.
double passed_smoothly(double h, double way, double from_velocity, double to_velocity) {
  const double c3 = 10 * way - 6 * from_velocity - 4 * to_velocity;
  const double c4 = -15 * way + 8 * from_velocity + 7 * to_velocity;
  const double c5 = 6 * way - 3 * from_velocity - 3 * to_velocity;
  return h * (from_velocity + h * h * (c3 + h * (c4 + h * c5)));
}

/// The farther a foot is behind when it leaves the ground, the farther its heel is up: in long
/// steps it has to bring the ankle along, or the leg would be out straight.
double heel_up_rad(const Gait& gait, int step) {
  constexpr double kUsuallyBehind = 0.7;  // steps
  constexpr double kLonger = 2.5;
  const double root_m = far_along(gait, step_of_root(gait, lifts(gait, step)));
  const double behind_m = root_m - far_along(gait, std::max(0, step - 2));
  const double share = behind_m / (kUsuallyBehind * gait.usual_m);
  const double up_rad = kHeelUp_rad * (share + (kLonger - 1) * std::max(0.0, share - 1));
  return std::clamp(up_rad, kHeelUpMin_rad, kHeelUpMax_rad);
}

/// Where a foot looks that `step` has set down. In a turn on the spot the foot on the inside goes
/// first and the other one comes beside it: one that stayed while the hips turn on by two steps
/// would be in the way.
double yaw_of(const Gait& gait, int step) {
  const int last = gait.steps - 1;
  if (step < 1 || step > gait.turning_steps || step >= last) {
    return place_at(gait, std::clamp(step, 0, last)).heading_rad;
  }
  const int pairs = (gait.turning_steps + 1) / 2;
  const int pair = (step + 1) / 2;
  return gait.from.heading_rad + gait.turn_rad * pair / pairs;
}

/// Of the foot that `step` has set down. Step 0 and -1 are where they stand before anybody goes.
Stand stand_of(const Gait& gait, const StandingBody& body, int step) {
  const body::Side side = foot_of(gait, step + 2);
  const bool at_rest = step <= 0 || step >= gait.steps - 1;
  const double stride_here = step < 1 ? 0 : stride(gait, step);
  const body::Placement at = place_at(gait, std::clamp<double>(step, 0, gait.steps - 1));
  Stand stand{.leg = &body.legs[static_cast<std::size_t>(side)], .yaw_rad = yaw_of(gait, step)};
  Vec3 ankle_m = stand.leg->ankle_m;
  if (!at_rest && gait.step_m > 0) {
    const double width = sign_of(side) * gait.half_width_m;
    ankle_m.x += std::min(1.0, stride_here) * (width - ankle_m.x);
  }
  stand.ankle_m = at.position_m + turned(ankle_m, stand.yaw_rad);
  if (step >= 1) {
    stand.lands_s = lands(gait, step);
    stand.falls_s = kToesFall * gait.step_s;
    stand.toes_up_rad = kToesUp_rad * stride_here;
  }
  if (step + 2 <= gait.steps) {
    stand.leaves_s = lifts(gait, step + 2);
    stand.rises_s = step + 2 == 1 ? gait.lead_s : kHeelRises * gait.step_s;
    stand.heel_up_rad = heel_up_rad(gait, step + 2);
  }
  return stand;
}

/// Where a pitch takes the ankle, and its velocity.
struct Rolled {
  Vec3 ankle_m;
  Vec3 velocity_m_s;
};

Rolled rolled(const Stand& stand, const Pitch& pitch) {
  const Vec3& pivot = pitch.rad > 0 ? stand.leg->ball_m : stand.leg->heel_m;
  const Vec3 from_pivot = pitched(-1 * pivot, pitch.rad);
  const Vec3 velocity_m_s = cross({pitch.rad_s, 0, 0}, from_pivot);
  return {.ankle_m = stand.ankle_m + turned(pivot + from_pivot, stand.yaw_rad),
          .velocity_m_s = turned(velocity_m_s, stand.yaw_rad)};
}

Swing swing_of(const Gait& gait, const Stand& from, const Stand& to, int step) {
  Swing swing{.from_yaw_rad = from.yaw_rad,
              .to_yaw_rad = to.yaw_rad,
              .lifts_s = lifts(gait, step),
              .swing_s = kSwing * gait.step_s};
  swing.leaves = from.pitch_at(swing.lifts_s);
  swing.meets = to.pitch_at(lands(gait, step));
  const Rolled off = rolled(from, swing.leaves);
  swing.from_m = off.ankle_m;
  swing.leaves_by_m = swing.swing_s * off.velocity_m_s;
  swing.to_m = rolled(to, swing.meets).ankle_m;
  return swing;
}

Foot foot_in_world(const Vec3& ankle_m, double yaw_rad, double pitch_rad) {
  return {.ankle_m = ankle_m,
          .yaw_rad = yaw_rad,
          .pitch_rad = pitch_rad,
          .toes_rad = std::clamp(pitch_rad, 0.0, kToesBendMax_rad)};
}

}  // namespace

double lifts(const Gait& gait, int step) { return gait.lead_s + (step - 1) * gait.step_s; }
double lands(const Gait& gait, int step) { return lifts(gait, step) + kSwing * gait.step_s; }

body::Side foot_of(const Gait& gait, int step) {
  const bool odd = step % 2 != 0;
  const body::Side other = gait.first == body::Side::Left ? body::Side::Right : body::Side::Left;
  return odd ? gait.first : other;
}

int step_at(const Gait& gait, double time_s) {
  const int step = static_cast<int>(std::floor((time_s - gait.lead_s) / gait.step_s)) + 1;
  return std::clamp(step, 0, gait.steps);
}

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

double stride(const Gait& gait, int step) {
  const auto end = static_cast<double>(gait.steps - 1);
  const double to = std::min<double>(step, end);
  const double from = std::max(0, step - 2);
  const double share = (far_along(gait, to) - far_along(gait, from)) / (2 * gait.usual_m);
  return std::clamp(share, 0.0, 1.25);
}

Pitch Stand::pitch_at(double time_s) const {
  const double rising = rises_s > 0 ? (time_s - leaves_s) / rises_s + 1 : 0;
  if (rising > 0) return {heel_up_rad * rising * rising, 2 * heel_up_rad * rising / rises_s};
  const double h = falls_s > 0 ? std::max(0.0, (time_s - lands_s) / falls_s) : 1;
  if (h >= 1) return {};
  return {-toes_up_rad * (1 - h * h * (3 - 2 * h)), toes_up_rad * 6 * h * (1 - h) / falls_s};
}

Foot Stand::at(double time_s) const {
  const Pitch pitch = pitch_at(time_s);
  if (pitch.rad == 0) return foot_in_world(ankle_m, yaw_rad, 0);
  return foot_in_world(rolled(*this, pitch).ankle_m, yaw_rad, pitch.rad);
}

Foot Swing::at(double time_s) const {
  const double h = (time_s - lifts_s) / swing_s;
  const auto way = [&](double Vec3::*axis) {
    return from_m.*axis + passed_smoothly(h, to_m.*axis - from_m.*axis, leaves_by_m.*axis, 0);
  };
  const double lift_m = 16 * h * h * (1 - h) * (1 - h) * kLift_m;
  const double yaw_rad = from_yaw_rad + least_jerk(h) * (to_yaw_rad - from_yaw_rad);
  const double leaves_by_rad = swing_s * leaves.rad_s;
  const double pitch_rad =
      leaves.rad + passed_smoothly(h, meets.rad - leaves.rad, leaves_by_rad, 0);
  Foot foot =
      foot_in_world({way(&Vec3::x), way(&Vec3::y) + lift_m, way(&Vec3::z)}, yaw_rad, pitch_rad);
  foot.toes_rad = std::clamp(leaves.rad + passed_smoothly(h, -leaves.rad, leaves_by_rad, 0), 0.0,
                             kToesBendMax_rad);
  return foot;
}

Foot FeetOfStep::at(body::Side side, double time_s) const {
  if (side != swings) return carries.at(time_s);
  if (swing.swing_s > 0 && time_s < swing.lifts_s + swing.swing_s) return swing.at(time_s);
  return landed.at(time_s);
}

FeetOfStep feet_of(const Gait& gait, const StandingBody& body, int step) {
  FeetOfStep feet{.swings = foot_of(gait, step + 2),
                  .carries = stand_of(gait, body, step - 1),
                  .landed = stand_of(gait, body, step),
                  .swing = {}};
  if (step >= 1) feet.swing = swing_of(gait, stand_of(gait, body, step - 2), feet.landed, step);
  return feet;
}

}  // namespace kine::motion
