#include "realizer/dynamics/physical/body_map.h"

#include <algorithm>
#include <cmath>

namespace kine::dynamics::physical {
namespace {

Vec3 unit_of(Axis axis) {
  return {axis == Axis::X ? 1.0 : 0.0, axis == Axis::Y ? 1.0 : 0.0, axis == Axis::Z ? 1.0 : 0.0};
}

/// The turns about the axes of `order`: their product, in this order, is the rotation.
std::array<double, 3> turns_about(const std::array<Axis, 3>& order, const Quat& rotation) {
  const Vec3 i = unit_of(order[0]);
  const Vec3 j = unit_of(order[1]);
  const Vec3 k = unit_of(order[2]);
  const double parity = dot(cross(i, j), k);  // of the permutation
  // The matrix of the product R_i(a) R_j(b) R_k(c): its column k is (sin b, -sin a cos b, cos a
  // cos b) and its row i is (cos b cos c, -cos b sin c, sin b) in the axes i, j, k.
  const Vec3 column = rotation * k;
  const Vec3 row = conjugate(rotation) * i;
  return {std::atan2(-parity * dot(column, j), dot(column, k)),
          std::asin(std::clamp(parity * dot(column, i), -1.0, 1.0)),
          std::atan2(-parity * dot(row, j), dot(row, i))};
}

/// Of two hinges: the twist about the second, and what of the swing is about the first. They have
/// no angle at which both are one, but where the swing is half a turn.
std::array<double, 3> swing_and_twist(const FigureJoint& joint, const Quat& rotation) {
  const Vec3 first = unit_of(joint.order[0]);
  const Vec3 second = unit_of(joint.order[1]);
  const SwingTwist parts = swing_twist(rotation, second);
  return {dot(rotation_vector(parts.swing), first), dot(rotation_vector(parts.twist), second), 0};
}

std::array<double, 3> turns_of(const FigureJoint& joint, const Quat& rotation) {
  switch (joint.hinges) {
    case 3:
      return turns_about(joint.order, rotation);
    case 2:
      return swing_and_twist(joint, rotation);
    default: {
      const Vec3 axis = unit_of(joint.order[0]);
      return {dot(rotation_vector(swing_twist(rotation, axis).twist), axis), 0, 0};
    }
  }
}

}  // namespace

Quat rotation_of(const FigureJoint& joint, std::span<const double> coordinates) {
  const auto own = coordinates.subspan(joint.coordinate);
  if (joint.is_ball()) return {own[1], own[2], own[3], own[0]};
  Quat rotation;
  for (std::size_t i = 0; i < joint.hinges; ++i) {
    rotation = rotation * rotation_about(unit_of(joint.order[i]), own[i]);
  }
  return rotation;
}

void take_coordinates(const FigureJoint& joint, const Quat& rotation,
                      std::span<double> coordinates) {
  const auto own = coordinates.subspan(joint.coordinate);
  if (joint.is_ball()) {
    const std::array<double, 4> ball = {rotation.w, rotation.x, rotation.y, rotation.z};
    std::ranges::copy(ball, own.begin());
    return;
  }
  const std::array<double, 3> turns = turns_of(joint, rotation);
  for (std::size_t i = 0; i < joint.hinges; ++i) {
    own[i] = std::clamp(turns[i], joint.low_rad[i] - kReachBeyondLimit_rad,
                        joint.high_rad[i] + kReachBeyondLimit_rad);
  }
}

Quat rest_of(const FigureJoint& joint, const Quat& rotation, std::span<const double> coordinates) {
  if (joint.is_ball()) return {};
  return conjugate(rotation_of(joint, coordinates)) * rotation;
}

JointTurns shared_out(const JointTurns& wanted, const Quat& whole) {
  const Quat turn = conjugate(whole_of(wanted)) * whole;  // in the axes of the second joint
  const Quat half = slerp({}, turn, 0.5);
  const Quat first = wanted.first * wanted.second * half * conjugate(wanted.second);
  return {first, conjugate(first) * whole};
}

}  // namespace kine::dynamics::physical
