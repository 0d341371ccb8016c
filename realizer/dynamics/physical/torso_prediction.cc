// What a torso foresees of a movement: gravity in both of its poses, and how tense it is in them.
#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/dynamics/physical/torso.h"

namespace kine::dynamics::physical {
namespace {

/// A ball joint has its rotation vector.
std::array<double, 3> angles_of(const FigureJoint& joint, std::span<const double> coordinates) {
  std::array<double, 3> angles_rad = {};
  if (joint.is_ball()) {
    const Vec3 turns_rad = rotation_vector(rotation_of(joint, coordinates));
    return {turns_rad.x, turns_rad.y, turns_rad.z};
  }
  std::copy_n(coordinates.begin() + static_cast<std::ptrdiff_t>(joint.coordinate), joint.degrees(),
              angles_rad.begin());
  return angles_rad;
}

}  // namespace

/// What gravity does in the poses between which joints are on their way, each at its own keys.
void Torso::foresee(const TorsoTick& tick, BaseMode base) {
  predicted_ = {};
  if (tick.ways == nullptr) return;
  see_ends(tick, base, &JointWay::from, &PredictedDegree::from);
  see_ends(tick, base, &JointWay::to, &PredictedDegree::to);
}

/// Of all joints the pose at this end of their ways. Legs feel the ground, which cannot be
/// foreseen, so they are sampled.
void Torso::see_ends(const TorsoTick& tick, BaseMode base, Quat JointWay::*end,
                     HeldAngle PredictedDegree::*pose) {
  const auto rotation_at_end = [&](body::Joint joint) {
    const auto& way = (*tick.ways)[body::index_of(joint)];
    return way ? *way.*end : tick.wanted.rotation(joint, 1);
  };
  EngineState state = wanted_state(tick, 1);
  for (const FigureJoint& joint : figure().joints) {
    Quat rotation = rotation_at_end(joint.joint);
    if (joint.second) rotation = rotation * rotation_at_end(*joint.second);
    take_coordinates(joint, rotation, state.positions);
  }
  load(tick, state, base);
  engine_->look(springs_, tick.step);
  engine_->gravity_torques_Nm(std::span(gravity_Nm_).first(figure().degrees));
  for (const FigureJoint& joint : figure().joints) {
    const std::size_t row = body::index_of(joint.joint);
    const auto& way = (*tick.ways)[row];
    if (!way || !tick.tensions[row].predicts || is_of_leg(joint.joint)) continue;
    const auto angles_rad = angles_of(joint, state.positions);
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      auto& degree = predicted_[joint.degree + i];
      if (!degree) degree.emplace().share = way->share;
      ((*degree).*pose).angle_rad = angles_rad[i];
      ((*degree).*pose).gravity_Nm = gravity_Nm_[joint.degree + i];
    }
  }
}

/// As tense in both poses as is said of them; where one tension is said, as firm as it is now.
void Torso::take_prediction(const TorsoTick& tick) {
  for (const FigureJoint& joint : figure().joints) {
    const std::size_t row = body::index_of(joint.joint);
    const JointTension& said = tick.tensions[row];
    const bool has_left = said.share < 1 && tick.left_tensions != nullptr;
    for (std::size_t i = joint.degree; i < joint.degree + joint.degrees(); ++i) {
      if (!predicted_[i]) continue;
      PredictedDegree& degree = *predicted_[i];
      const auto stiffness_of = [&](const JointTension& tension) {
        return asked_stiffness_Nm_rad(figure(), joint, inertias_kg_m2_[i], tension);
      };
      const double now = firmness_.stiffness_Nm_rad[i];
      degree.from.tension_Nm_rad = has_left ? stiffness_of((*tick.left_tensions)[row]) : now;
      degree.to.tension_Nm_rad = has_left ? stiffness_of(said) : now;
      springs_[i].stiffness_Nm_rad =
          std::lerp(degree.from.tension_Nm_rad, degree.to.tension_Nm_rad, degree.share);
    }
  }
}

}  // namespace kine::dynamics::physical
