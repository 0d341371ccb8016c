#include "tests/support/movement/figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "realizer/body/centre_of_mass.h"
#include "realizer/math/units.h"

namespace kine::test::movement {
namespace {

using enum body::Joint;

double pitch_deg(const Vec3& up) { return std::atan2(up.z, up.y) * kDegreesPerRadian; }

}  // namespace

Figure figure_of(const Frame& frame, const body::Body& body) {
  Figure figure;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const auto& q = frame.parent_from_joint[i];
    figure.parent_from_joint[i] = normalized({q[0], q[1], q[2], q[3]});
  }
  body::Body::Model model = body.compute_model(figure.parent_from_joint);
  const Vec3 hips_m{frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
  const Vec3 way_m = hips_m - model.positions_m[body::index_of(Hips)];
  for (Vec3& each : model.positions_m) each = each + way_m;
  figure.mass_m = body::centre_of_mass_m(body, model);
  figure.places_m = model.positions_m;
  figure.turns = model.character_from_joint;
  return figure;
}

Vec3 between_feet_m(const Figure& figure) {
  Vec3 sum_m;
  for (const body::Joint joint : {LeftFoot, RightFoot, LeftToes, RightToes}) {
    sum_m = sum_m + figure.place_m(joint);
  }
  return {sum_m.x / 4, 0, sum_m.z / 4};
}

double inside_support_cm(const Vec3& place_m, std::array<Vec3, kAroundSupport.size()> feet_m) {
  constexpr double kHeelBehindAnkle_m = 0.05;
  auto& [left_heel_m, left_ball_m, right_ball_m, right_heel_m] = feet_m;
  const auto step_back = [](Vec3& ankle_m, const Vec3& ball_m) {
    const Vec3 sole_m = {ball_m.x - ankle_m.x, 0, ball_m.z - ankle_m.z};
    ankle_m = ankle_m - (kHeelBehindAnkle_m / length(sole_m)) * sole_m;
  };
  step_back(left_heel_m, left_ball_m);
  step_back(right_heel_m, right_ball_m);
  double least_m = std::numeric_limits<double>::infinity();
  for (const Vec3& from_m : feet_m) {
    for (const Vec3& to_m : feet_m) {
      // An edge of the support has all of it on one side. Toes that point inwards may cross.
      const auto inside_m = [&](const Vec3& point_m) {
        const Vec3 side_m = to_m - from_m;
        const Vec3 way_m = point_m - from_m;
        return (side_m.x * way_m.z - side_m.z * way_m.x) / std::hypot(side_m.x, side_m.z);
      };
      const bool is_edge = &from_m != &to_m && std::ranges::all_of(feet_m, [&](const Vec3& each) {
        return &each == &from_m || &each == &to_m || inside_m(each) >= 0;
      });
      if (is_edge) least_m = std::min(least_m, inside_m(place_m));
    }
  }
  return least_m * kCentimetresPerMetre;
}

double inside_support_cm(const Figure& figure) {
  std::array<Vec3, kAroundSupport.size()> feet_m;
  for (std::size_t i = 0; i < feet_m.size(); ++i) feet_m[i] = figure.place_m(kAroundSupport[i]);
  return inside_support_cm(figure.mass_m, feet_m);
}

double chest_pitch_deg(const Figure& figure) {
  return pitch_deg(figure.turn(UpperChest) * Vec3{0, 1, 0});
}

double lean_deg(const Figure& figure) {
  return pitch_deg(figure.place_m(Head) - figure.place_m(Hips));
}

double bulge_cm(const Vec3& of_m, const Vec3& from_m, const Vec3& to_m) {
  const Vec3 ahead = unit(cross(Vec3{1, 0, 0}, to_m - from_m));
  return dot(of_m - from_m, ahead) * kCentimetresPerMetre;
}

Vec3 shoulder_cm(const Figure& figure, body::Side side) {
  const Vec3 way_m = figure.place_m(body::arm_chain(side).upper_arm) - figure.place_m(UpperChest);
  return kCentimetresPerMetre * (conjugate(figure.turn(UpperChest)) * way_m);
}

double knee_deg(const Figure& figure, body::Side side) {
  const bool left = side == body::Side::Left;
  const Vec3& knee_m = figure.place_m(left ? LeftLowerLeg : RightLowerLeg);
  const Vec3 thigh_m = knee_m - figure.place_m(left ? LeftUpperLeg : RightUpperLeg);
  const Vec3 shank_m = figure.place_m(left ? LeftFoot : RightFoot) - knee_m;
  return angle_between(thigh_m, shank_m) * kDegreesPerRadian;
}

double wrist_from_shoulder_cm(const Figure& figure, body::Side side) {
  const body::ArmChain arm = body::arm_chain(side);
  return length(figure.place_m(arm.hand) - figure.place_m(arm.upper_arm)) * kCentimetresPerMetre;
}

double swivel_deg(const Figure& figure, body::Side side) {
  const body::ArmChain arm = body::arm_chain(side);
  const Vec3& shoulder_m = figure.place_m(arm.upper_arm);
  const Vec3 line = unit(figure.place_m(arm.hand) - shoulder_m);
  const Vec3 elbow_m = rejected(figure.place_m(arm.lower_arm) - shoulder_m, line);
  const Vec3 chest_up = figure.turn(UpperChest) * Vec3{0, 1, 0};
  const Vec3 below = unit(-rejected(chest_up, line));
  const double turn_rad = std::atan2(dot(cross(below, elbow_m), line), dot(below, elbow_m));
  return (side == body::Side::Left ? 1 : -1) * turn_rad * kDegreesPerRadian;
}

double gaze_error_deg(const Figure& figure, const Vec3& point_m) {
  double most_rad = 0;
  for (const body::Joint eye : {LeftEye, RightEye}) {
    const Vec3 sight = figure.turn(eye) * Vec3{0, 0, 1};
    most_rad = std::max(most_rad, angle_between(sight, point_m - figure.place_m(eye)));
  }
  return most_rad * kDegreesPerRadian;
}

}  // namespace kine::test::movement
