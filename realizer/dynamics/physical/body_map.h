// Between the joints of a body and the coordinates of its figure.
//
//   rotation --take_coordinates--> coordinates; rest_of: what of the turn the figure lacks
//   coordinates --rotation_of--> rotation
//
// A wanted pose and back is the wanted pose: what hinges cannot make lies on top of what they do.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/math/quat.h"

namespace kine::dynamics::physical {

/// Hinges are asked for this much more than the limits of the body, and no more.
inline constexpr double kReachBeyondLimit_rad = 0.2;

/// The turns of a joint of the figure as a rotation: the product of its hinges, or of its ball.
Quat rotation_of(const FigureJoint& joint, std::span<const double> coordinates);

/// Writes the coordinates of one joint for `rotation`.
void take_coordinates(const FigureJoint& joint, const Quat& rotation,
                      std::span<double> coordinates);

/// What take_coordinates left: rotation == rotation_of(coordinates) * rest. Nothing is left of a
/// ball, nor of what hinges make within their limits.
Quat rest_of(const FigureJoint& joint, const Quat& rotation, std::span<const double> coordinates);

/// A joint of the figure as the body has it: one rotation, or those of the two that turn as one.
struct JointTurns {
  Quat first;
  Quat second;
};

/// Both together.
inline Quat whole_of(const JointTurns& turns) { return turns.first * turns.second; }

/// The two turns that together are `whole`, each as far from its wanted one as the other.
JointTurns shared_out(const JointTurns& wanted, const Quat& whole);

}  // namespace kine::dynamics::physical
