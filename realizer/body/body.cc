#include "realizer/body/body.h"

#include <algorithm>

namespace kine::body {
namespace {

constexpr Vec3 axis_of(JointLimits::Axis bone) {
  switch (bone) {
    case JointLimits::Axis::X:
      return {1, 0, 0};
    case JointLimits::Axis::Y:
      return {0, 1, 0};
    case JointLimits::Axis::Z:
      break;
  }
  return {0, 0, 1};
}

Vec3 clamped(const Vec3& v, const Vec3& low, const Vec3& high) {
  return {std::clamp(v.x, low.x, high.x), std::clamp(v.y, low.y, high.y),
          std::clamp(v.z, low.z, high.z)};
}

}  // namespace

ArmChain arm_chain(Side side) {
  using enum Joint;
  if (side == Side::Left) return {LeftShoulder, LeftUpperArm, LeftLowerArm, LeftHand};
  return {RightShoulder, RightUpperArm, RightLowerArm, RightHand};
}

const Group* Body::find_group(std::string_view group) const {
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& each) { return each.name == group; });
  return found == groups.end() ? nullptr : &*found;
}

const Shape* Body::find_shape(std::string_view group, std::string_view shape) const {
  const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& each) {
    return each.group == group && each.name == shape;
  });
  return found == shapes.end() ? nullptr : &*found;
}

Body::Model Body::compute_model(const std::array<Quat, kJointCount>& parent_from_joint) const {
  Model model;
  model.positions_m[0] = offsets_m[0];
  model.character_from_joint[0] = parent_from_joint[0];
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const auto parent = static_cast<std::size_t>(parent_indices()[i]);
    const Quat& character_from_parent = model.character_from_joint[parent];
    model.positions_m[i] = model.positions_m[parent] + character_from_parent * offsets_m[i];
    model.character_from_joint[i] = character_from_parent * parent_from_joint[i];
  }
  return model;
}

Quat from_turns(JointLimits::Axis bone, const Vec3& turns_rad) {
  const Vec3 axis = axis_of(bone);
  const double twist = dot(turns_rad, axis);
  return from_rotation_vector(rejected(turns_rad, axis)) * rotation_about(axis, twist);
}

double usual_weight_kg(double height_m) {
  constexpr double kWeight_kg = 70;
  constexpr double kAtHeight_m = 1.75;
  return kWeight_kg * (height_m / kAtHeight_m) * (height_m / kAtHeight_m);
}

Vec3 turns_of(JointLimits::Axis bone, const Quat& rotation) {
  const Vec3 axis = axis_of(bone);
  const SwingTwist parts = swing_twist(rotation, axis);
  // The swing is square to the bone but for rounding, which must not leak into the twist.
  return rejected(rotation_vector(parts.swing), axis) +
         dot(rotation_vector(parts.twist), axis) * axis;
}

Quat within_limits(const JointLimits& limits, const Quat& rotation) {
  const Vec3 turns = turns_of(limits.bone, rotation);
  const Vec3 inside = clamped(turns, limits.min_rad, limits.max_rad);
  // What a limit itself gives back differs by rounding, and stays as it is.
  constexpr double kRounding_rad = 1e-9;
  if (length(inside - turns) < kRounding_rad) return rotation;
  return from_turns(limits.bone, inside);
}

}  // namespace kine::body
