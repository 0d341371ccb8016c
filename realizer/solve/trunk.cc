#include "realizer/solve/trunk.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kine::solve {
namespace {

using body::Joint;

// Shares of the half-width between the joints of the upper arms, which stand a little outside the
// ribs; half as deep again as a slight arm is thick is part of it.
constexpr double kWidthShare = 0.95;
constexpr double kDepthShare = 0.75;

// Over this height the obstacle fades in at its top, so that an elbow that comes down over the
// shoulder is not thrown aside.
constexpr double kFade_m = 0.08;

double depth_of_point_m(const Trunk& trunk, const Vec3& point_m) {
  const Vec3 in_chest = conjugate(trunk.character_from_chest) * (point_m - trunk.chest_m);
  const double across = in_chest.x / trunk.half_width_m;
  const double through = in_chest.z / trunk.half_depth_m;
  const double radius = std::sqrt(across * across + through * through);
  const double depth_m = std::max(0.0, 1 - radius) * trunk.half_depth_m;
  const double below_top = std::clamp((trunk.top_m - in_chest.y) / kFade_m, 0.0, 1.0);
  const double above_bottom = std::clamp((in_chest.y - trunk.bottom_m) / kFade_m, 0.0, 1.0);
  return depth_m * below_top * above_bottom;
}

}  // namespace

Trunk make_trunk(const body::Body& body, const body::Body::Model& model) {
  const Vec3 chest_m = model.positions_m[index_of(Joint::Chest)];
  const double to_shoulder_m = body.offsets_m[index_of(Joint::UpperChest)].y +
                               body.offsets_m[index_of(Joint::LeftShoulder)].y;
  const double half_width_m = std::abs(body.offsets_m[index_of(Joint::LeftShoulder)].x +
                                       body.offsets_m[index_of(Joint::LeftUpperArm)].x);
  const double to_hips_m =
      body.offsets_m[index_of(Joint::Spine)].y + body.offsets_m[index_of(Joint::Chest)].y;
  return {.chest_m = chest_m,
          .character_from_chest = model.character_from_joint[index_of(Joint::Chest)],
          .half_width_m = kWidthShare * half_width_m,
          .half_depth_m = kDepthShare * half_width_m,
          .bottom_m = -to_hips_m,
          .top_m = to_shoulder_m};
}

double depth_in_trunk_m(const Trunk& trunk, const Vec3& elbow_m, const Vec3& wrist_m) {
  constexpr std::array<double, 3> kAlongForearm = {0, 0.3, 0.6};
  double deepest_m = 0;
  for (const double h : kAlongForearm) {
    deepest_m = std::max(deepest_m, depth_of_point_m(trunk, elbow_m + h * (wrist_m - elbow_m)));
  }
  return deepest_m;
}

}  // namespace kine::solve
