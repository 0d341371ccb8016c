// Between the joints of a body and the coordinates of its figure.
//
//   rotations --coordinates_of--> coordinates, and what of the turns the figure lacks: the rest
//   coordinates, rest --rotations_of--> rotations
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

/// Of each joint of the figure.
inline constexpr std::size_t kFigureJointsMax = 24;

/// The turns of a joint of the figure as a rotation: the product of its hinges, or of its ball.
Quat rotation_of(const FigureJoint& joint, std::span<const double> coordinates);

/// Writes the coordinates of one joint that come nearest to `rotation`, and returns what is left:
/// rotation == rotation_of(coordinates) * rest. Nothing is left of a ball or of three hinges.
Quat take_coordinates(const FigureJoint& joint, const Quat& rotation,
                      std::span<double> coordinates);

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
