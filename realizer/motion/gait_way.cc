#include "realizer/motion/gait_way.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/body/walking_pace.h"
#include "realizer/pose/gaze_keys.h"

namespace kine::motion {

using pose::Gait;
using pose::least_jerk;

namespace {

/// How far along the way in steps of the root, from 0 to steps - 1, before it bends.
double far_straight(const Gait& gait, double u) {
  if (gait.turning_steps == 0) return gait.step_m * u;
  const double begun = u - (gait.turning_steps - 1);
  if (begun <= 0) return 0;
  return gait.step_m * (begun < 1 ? begun * begun / 2 : begun - 0.5);
}

/// How many steps the root is past where the way begins to bend.
double past_bend(const Gait& gait, double u) {
  return gait.bend_steps == 0 ? 0 : std::max(0.0, u - gait.bend_from);
}

/// Where the root is from where the bend begins, so many steps past it, straight ahead being z; by
/// Simpson's rule, for such curves have no formula.
Vec3 in_bend_m(const Gait& gait, double past) {
  constexpr int kPanels = 8;
  const auto steps = static_cast<double>(gait.bend_steps);
  const double in_bend = std::min(past, steps);
  const auto velocity = [&](double x) {
    const double step_m = gait.step_m + (gait.then_step_m - gait.step_m) * x / steps;
    return turned({0, 0, step_m}, gait.bend_rad * least_jerk(x / steps));
  };
  Vec3 sum = velocity(0) + velocity(in_bend);
  for (int i = 1; i < 2 * kPanels; ++i) {
    sum = sum + (i % 2 != 0 ? 4.0 : 2.0) * velocity(in_bend * i / (2 * kPanels));
  }
  return (in_bend / (6 * kPanels)) * sum +
         turned({0, 0, gait.then_step_m * (past - in_bend)}, gait.bend_rad);
}

}  // namespace

Vec3 turned(const Vec3& v, double yaw_rad) {
  const double c = std::cos(yaw_rad);
  const double s = std::sin(yaw_rad);
  return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

double far_along(const Gait& gait, double u) {
  const double past = past_bend(gait, u);
  if (past == 0) return far_straight(gait, u);
  const auto steps = static_cast<double>(gait.bend_steps);
  const double in_bend = std::min(past, steps);
  const double longer_m = gait.then_step_m - gait.step_m;
  return far_straight(gait, gait.bend_from) + gait.step_m * in_bend +
         longer_m * in_bend * in_bend / (2 * steps) + gait.then_step_m * (past - in_bend);
}

body::Placement place_at(const Gait& gait, double u) {
  const double past = past_bend(gait, u);
  // What is too little for a step of its own is turned in the first one ahead.
  const double turned_by = least_jerk(u / std::max(1, gait.turning_steps));
  const double way_rad = gait.from.heading_rad + gait.turn_rad;
  body::Placement place{
      .position_m = gait.from.position_m + turned({0, 0, far_straight(gait, u)}, way_rad),
      .heading_rad = gait.from.heading_rad + turned_by * gait.turn_rad};
  if (past == 0) return place;
  const Vec3 bends_m = {0, 0, far_straight(gait, gait.bend_from)};
  place.position_m = gait.from.position_m + turned(bends_m + in_bend_m(gait, past), way_rad);
  place.heading_rad += gait.bend_rad * least_jerk(past / static_cast<double>(gait.bend_steps));
  return place;
}

std::optional<Gait> bent(Gait gait, int bend_steps, const Vec3& point_m, double short_of_m) {
  constexpr int kTries = 40;
  constexpr int kSettled = 6;
  constexpr double kThere = 1e-7;
  double ahead = 1;
  gait.bend_steps = bend_steps;
  gait.bend_rad = 0;
  gait.then_step_m = gait.step_m;
  const double way_rad = gait.from.heading_rad + gait.turn_rad;
  for (int i = 0; i < kTries; ++i) {
    const body::Placement out = place_at(gait, gait.bend_from + bend_steps);
    const body::Way way = body::way_to(point_m, out, short_of_m);
    // How many steps go straight is settled first.
    if (i < kSettled) ahead = std::max(1.0, std::round(way.length_m / gait.step_m));
    gait.steps = gait.bend_from + bend_steps + static_cast<int>(ahead) + 1;
    const double then_step_m = way.length_m / ahead;
    const bool there =
        std::abs(way.turn_rad) < kThere && std::abs(then_step_m - gait.then_step_m) < kThere;
    if (there) return gait;
    gait.bend_rad = std::remainder(out.heading_rad + way.turn_rad - way_rad, 2 * std::numbers::pi);
    gait.then_step_m = then_step_m;
  }
  return {};
}

}  // namespace kine::motion
