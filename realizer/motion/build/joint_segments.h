// Segments of joints: each pose of a sequence is solved by inverse kinematics, properties shape
// what came of it, and it becomes keys.
//
//   Sequence --Figure--> SolvedPoses --Property::shape--> SolvedPoses --append_key--> KeyPoses
#pragma once

#include <span>
#include <vector>

#include "realizer/motion/block.h"
#include "realizer/motion/build/shapes.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/property.h"

namespace kine::motion {

/// What a pose is to reach, and how far it stays from it.
struct Miss {
  double miss_m = 0;
  std::vector<JointGoal> goals = {};
};

/// Of each pose of a sequence.
using Misses = std::vector<Miss>;

/// Adds them to the block.
Misses add_joint_segments(const plan::Plan& plan, const plan::Sequence& sequence,
                          std::span<const plan::Property* const> properties,
                          const plan::PropertyContext& context, Shapes& shapes, Block& block);

}  // namespace kine::motion
