#include "realizer/dynamics/physical/legs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/dynamics/physical/body_map.h"
#include "realizer/math/ease.h"

namespace kine::dynamics::physical {
namespace {

constexpr Vec3 kAcross{1, 0, 0};  // what a knee turns about

/// How far a bone points ahead of straight down, about the axis of knees.
double slant_rad(const Vec3& bone) { return std::atan2(-bone.z, -bone.y); }

/// How far a knee bends where the far ends of both bones are so far apart.
double knee_rad(const FigureLeg& leg, double far_m) {
  const double thigh = length(leg.knee_m);
  const double shin = length(leg.ankle_m);
  const double far = std::clamp(far_m, 0.3 * (thigh + shin), 0.999 * (thigh + shin));
  const double between = std::acos((far * far - thigh * thigh - shin * shin) / (2 * thigh * shin));
  return between - slant_rad(leg.ankle_m) + slant_rad(leg.knee_m);
}

/// Knee, ankle and the tip of the sole, in the axes of the hips about the hip.
std::array<Vec3, 3> reached_m(const Figure& figure, std::size_t side,
                              std::span<const double> coordinates) {
  const FigureLeg& leg = figure.legs[side];
  const Quat thigh = rotation_of(figure.joints[leg.thigh], coordinates);
  const Quat shin = thigh * rotation_of(figure.joints[leg.shin], coordinates);
  const Quat foot = shin * rotation_of(figure.joints[leg.foot], coordinates);
  const Vec3 knee = thigh * leg.knee_m;
  const Vec3 ankle = knee + shin * leg.ankle_m;
  return {knee, ankle, ankle + foot * (leg.sole_m + Vec3{0, 0, leg.half_length_m})};
}

/// How far over the ground these are where a body lies.
constexpr std::array kLeastOfLeg_m = {0.04, 0.04, 0.0};
constexpr std::size_t kAnkle = 1;

/// Of the way from a lying body to another one, at each of its ends.
constexpr double kSinks = 0.2;
constexpr double kLifts = 0.02;

/// Shares of the height of hips over ankles.
constexpr double kLying = 0.4;
constexpr double kUpright = 0.7;

/// How far the thigh has to lift one of them so that it is there: less than 0 where it is higher.
double lift_rad(const Figure& figure, std::size_t side, std::size_t which, const HipsPlace& hips,
                std::span<const double> coordinates) {
  const double hip_m = (hips.position_m + hips.world_from_base * figure.legs[side].hip_m).y;
  const Vec3 way = hips.world_from_base * reached_m(figure, side, coordinates)[which];
  const auto slope_rad = [&](double rise_m) {
    return std::asin(std::clamp(rise_m / length(way), -1.0, 1.0));
  };
  return slope_rad(kLeastOfLeg_m[which] - hip_m) - slope_rad(way.y);
}

/// Turns the thigh so that one of them rises. A leg that points straight up or down stays.
void lift(const Figure& figure, std::size_t side, std::size_t which, double by_rad,
          const HipsPlace& hips, std::span<double> coordinates) {
  const FigureJoint& thigh = figure.joints[figure.legs[side].thigh];
  const Vec3 way = hips.world_from_base * reached_m(figure, side, coordinates)[which];
  const Vec3 level = cross(way, {0, 1, 0});
  constexpr double kPlumb = 0.05;
  if (length(level) < kPlumb * length(way)) return;
  const Vec3 axis = conjugate(hips.world_from_base) * unit(level);
  take_coordinates(thigh, rotation_about(axis, by_rad) * rotation_of(thigh, coordinates),
                   coordinates);
}

}  // namespace

HipsPlace hips_of(std::span<const double> p) {
  return {{p[0], p[1], p[2]}, {p[4], p[5], p[6], p[3]}};
}

Vec3 ankle_m(const Figure& figure, std::size_t side, const HipsPlace& hips,
             std::span<const double> coordinates) {
  const FigureLeg& leg = figure.legs[side];
  const Quat thigh = rotation_of(figure.joints[leg.thigh], coordinates);
  const Quat shin = rotation_of(figure.joints[leg.shin], coordinates);
  return hips.position_m +
         hips.world_from_base * (leg.hip_m + thigh * (leg.knee_m + shin * leg.ankle_m));
}

void bring_ankle(const Figure& figure, std::size_t side, const HipsPlace& hips, const Vec3& ankle_m,
                 const Quat& sole, std::span<double> coordinates) {
  const FigureLeg& leg = figure.legs[side];
  const Vec3 way = conjugate(hips.world_from_base) * (ankle_m - hips.position_m) - leg.hip_m;
  const double knee = knee_rad(leg, length(way));
  // The hip turns about x and then about z: first the way aside, then the one ahead.
  const Vec3 bent = leg.knee_m + rotation_about(kAcross, knee) * leg.ankle_m;
  const double level = std::hypot(bent.x, bent.y);
  const double aside =
      -std::acos(std::clamp(way.x / level, -1.0, 1.0)) - std::atan2(bent.y, bent.x);
  const Vec3 out = rotation_about({0, 0, 1}, aside) * bent;
  const double ahead =
      std::remainder(std::atan2(way.z, way.y) - std::atan2(out.z, out.y), 2 * M_PI);
  const FigureJoint& hip = figure.joints[leg.thigh];
  coordinates[hip.coordinate] = ahead;
  coordinates[hip.coordinate + 1] = aside;
  coordinates[hip.coordinate + 2] = 0;
  coordinates[figure.joints[leg.shin].coordinate] = knee;
  const Quat world_from_shin =
      hips.world_from_base * rotation_of(hip, coordinates) * rotation_about(kAcross, knee);
  take_coordinates(figure.joints[leg.foot], conjugate(world_from_shin) * sole, coordinates);
}

void lay_legs(const Figure& figure, const HipsPlace& hips, double left,
              std::span<double> coordinates) {
  const double within = std::min(left, 1 - left);  // its ends
  const double lies =
      1 - eased_between(kLying, kUpright, hips.position_m.y / length(figure.standing_m));
  const double sinks = lies * eased(within / kSinks);
  const double lifts = lies * eased(within / kLifts);
  double sink_rad = M_PI;
  for (std::size_t side = 0; side < figure.legs.size(); ++side) {
    for (std::size_t i = 0; i < kLeastOfLeg_m.size(); ++i) {
      sink_rad = std::min(sink_rad, -lift_rad(figure, side, i, hips, coordinates));
    }
  }
  for (std::size_t side = 0; side < figure.legs.size(); ++side) {
    if (sink_rad > 0) lift(figure, side, kAnkle, -sinks * sink_rad, hips, coordinates);
    for (std::size_t i = 0; i < kLeastOfLeg_m.size(); ++i) {
      const double up_rad = lift_rad(figure, side, i, hips, coordinates);
      if (up_rad > 0) lift(figure, side, i, lifts * up_rad, hips, coordinates);
    }
  }
}

Vec3 stepping_m(const Vec3& from_m, const Vec3& to_m, double share) {
  constexpr double kLift_m = 0.07;
  const double h = std::clamp(share, 0.0, 1.0);
  return from_m + eased(h) * (to_m - from_m) + Vec3{0, 4 * kLift_m * h * (1 - h), 0};
}

Vec3 passing_m(const Vec3& from_m, const Vec3& to_m, double share, const Vec3& around_m) {
  constexpr double kLift_m = 0.17;
  constexpr double kPasses = 1.0 / 3;  // of its way
  const double h = std::clamp(share, 0.0, 1.0);
  const double off = h < kPasses ? eased(h / kPasses) : 1 - eased_between(kPasses, 1, h);
  return from_m + eased(h) * (to_m - from_m) + off * (around_m + Vec3{0, kLift_m, 0});
}

body::Placement place_by_foot(const Figure& figure, std::size_t side, const HipsPlace& hips,
                              const Vec3& ankle_m) {
  const FigureLeg& leg = figure.legs[side];
  const Vec3 ahead = hips.world_from_base * Vec3{0, 0, 1};
  body::Placement place{.heading_rad = std::atan2(ahead.x, ahead.z)};
  const Vec3 of_character = leg.hip_m + leg.knee_m + leg.ankle_m;
  const Vec3 root_m = ankle_m - place.world_from_character() * of_character;
  place.position_m = {root_m.x, 0, root_m.z};
  return place;
}

}  // namespace kine::dynamics::physical
