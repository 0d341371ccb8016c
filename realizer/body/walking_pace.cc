#include "realizer/body/walking_pace.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/math/units.h"

namespace kine::body {
namespace {

// 1.3 m/s with legs of 0.8 m, in steps of so many legs; speeds go with the root of the length, as
// pendulums do.
constexpr double kSpeed_m_s = 1.3;
constexpr double kLeg_m = 0.8;
constexpr double kStepOfLeg = 0.78;
constexpr double kLongerWhenQuick = 0.42;  // the rest of the speed comes from quicker steps

// Of a turn on the spot, what one step does.
constexpr double kTurn_rad = 45 * kDegree;
constexpr double kTurningStep_s = 0.48;

// Beyond the shoulder's joint: its flesh, and what the arm swings out.
constexpr double kAir_m = 0.15;

// Nobody steps for less.
constexpr double kWayMin_m = 0.03;
constexpr double kTurnMin_rad = 4 * kDegree;

}  // namespace

bool Way::is_nothing() const { return turning_steps() == 0 && !goes(); }

bool Way::goes() const { return length_m >= kWayMin_m; }

int Way::turning_steps() const {
  if (std::abs(turn_rad) < kTurnMin_rad) return 0;
  return std::max(1, static_cast<int>(std::ceil(std::abs(turn_rad) / kTurn_rad)));
}

Way way_to(const Vec3& point_m, const Placement& from, double short_of_m) {
  const Vec3 away = point_m - from.position_m;
  const double far_m = std::hypot(away.x, away.z);
  if (far_m < kWayMin_m) return {};
  const double turn_rad =
      std::remainder(std::atan2(away.x, away.z) - from.heading_rad, 2 * std::numbers::pi);
  return {.turn_rad = turn_rad, .length_m = std::max(0.0, far_m - short_of_m)};
}

double room_m(const Body& body) {
  const auto model = body.compute_model(body.base_pose);
  const Vec3 shoulder_m = model.positions_m[index_of(Joint::LeftUpperArm)];
  return std::abs(shoulder_m.x) + kAir_m;
}

double leg_length_m(const Body& body) {
  return body.bone_length_m(Joint::LeftLowerLeg) + body.bone_length_m(Joint::LeftFoot);
}

Pace pace_of(double leg_m, double quicker) {
  const double step_m = kStepOfLeg * leg_m;
  const double step_s = step_m / (kSpeed_m_s * std::sqrt(leg_m / kLeg_m));
  const double longer = std::pow(quicker, kLongerWhenQuick);
  return {step_m * longer, step_s * longer / quicker};
}

double quicker_of(double leg_m, double step_s) {
  const double quicker = std::pow(pace_of(leg_m).step_s / step_s, 1 / (1 - kLongerWhenQuick));
  return std::clamp(quicker, kSlowest, kQuickest);
}

int steps_of(const Way& way, double step_m) {
  const int turning = way.turning_steps();
  if (!way.goes()) return turning + 1;
  // The turn's last step goes half as far as a step, the last of all goes nowhere.
  const double beside = turning == 0 ? 1 : turning + 0.5;
  const int least = turning == 0 ? 2 : turning + 1;
  // Rather than a step more all are a bit longer, which few of them cannot be.
  constexpr double kLonger = 0.2;
  constexpr double kLongerEach = 1.06;
  const double in_steps = way.length_m / step_m;
  const double ahead = std::max(in_steps - kLonger, in_steps / kLongerEach);
  return std::max(least, static_cast<int>(std::ceil(ahead + beside)));
}

Seconds walking_time(const Way& way, double leg_m, double quicker) {
  if (way.is_nothing()) return {};
  const Pace pace = pace_of(leg_m, quicker);
  const double step_s = way.goes() ? pace.step_s : kTurningStep_s / std::sqrt(quicker);
  return Seconds(step_s * (kLeadOfStep + steps_of(way, pace.step_m)));
}

}  // namespace kine::body
