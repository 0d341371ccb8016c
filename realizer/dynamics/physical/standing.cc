#include "realizer/dynamics/physical/standing.h"

#include <algorithm>
#include <cmath>

#include "realizer/core/assert.h"
#include "realizer/math/quat.h"

namespace kine::dynamics::physical {
namespace {

// Ankles turn by so much for how far the centre of mass is off, and for how fast it goes. Hips turn
// the other way, by a share of it.
constexpr double kLeanBack_rad_m = 1.5;
constexpr double kLeanBack_rad_s_m = 0.7;
constexpr double kHipsShare = 0.7;
constexpr double kHipsLeanMax_rad = 0.5;

// A firm ankle that turned farther would lift the heel or an edge of the sole, and push no more.
constexpr double kAnkleAheadMax_rad = 0.1;
constexpr double kAnkleAsideMax_rad = 0.05;

}  // namespace

Vec3 sole_m(const Figure& figure, const Engine& engine, std::size_t side) {
  const FigureLeg& leg = figure.legs[side];
  return engine.place_m(figure.joints[leg.foot].body, leg.sole_m);
}

MassPoint over_feet(const Figure& figure, Engine& engine) {
  KINE_ASSERT(figure.stands);
  const MassPoint centre = engine.centre_of_mass();
  const Vec3 feet_m = 0.5 * (sole_m(figure, engine, 0) + sole_m(figure, engine, 1));
  const Vec3 ahead = engine.place_m(kBaseBody, {0, 0, 1}) - engine.place_m(kBaseBody, {});
  const Quat heading_from_world = rotation_about({0, 1, 0}, -std::atan2(ahead.x, ahead.z));
  return {heading_from_world * (centre.position_m - feet_m),
          heading_from_world * centre.velocity_m_s};
}

void lean_back(const Figure& figure, const MassPoint& now, const MassPoint& wanted,
               std::span<double> leaning_rad) {
  const Vec3 off_m = now.position_m - wanted.position_m;
  const Vec3 speed_m_s = now.velocity_m_s - wanted.velocity_m_s;
  const double ahead_rad = kLeanBack_rad_m * off_m.z + kLeanBack_rad_s_m * speed_m_s.z;
  const double aside_rad = -(kLeanBack_rad_m * off_m.x + kLeanBack_rad_s_m * speed_m_s.x);
  for (const FigureJoint& joint : figure.joints) {
    const double share = is_foot(joint.joint) ? 1 : is_thigh(joint.joint) ? -kHipsShare : 0;
    if (share == 0) continue;
    const bool is_ankle = is_foot(joint.joint);
    const double ahead_most = is_ankle ? kAnkleAheadMax_rad : kHipsLeanMax_rad;
    const double aside_most = is_ankle ? kAnkleAsideMax_rad : kHipsLeanMax_rad;
    leaning_rad[joint.degree] = std::clamp(share * ahead_rad, -ahead_most, ahead_most);
    leaning_rad[joint.degree + 1] = std::clamp(share * aside_rad, -aside_most, aside_most);
  }
}

double leg_stiffness_Nm_rad(const Figure& figure, const Tension& tension) {
  constexpr double kUsualRestError_m = 0.01;
  constexpr double kSoftens = 0.4;
  return figure.leg_stiffness_Nm_rad * std::pow(kUsualRestError_m / tension.rest_error_m, kSoftens);
}

}  // namespace kine::dynamics::physical
