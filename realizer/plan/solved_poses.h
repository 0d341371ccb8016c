// What the poses of a sequence are once their joints are solved: what a property's second stage
// shapes, before any of it becomes keys.
//
//   Sequence --solved pose by pose (motion/)--> SolvedPoses --Property::shape--> SolvedPoses -->
//   keys
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "realizer/body/body_offsets.h"
#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/math/quat.h"

namespace kine::plan {

struct SolvedPose {
  std::size_t pose = 0;  // index into the sequence's
  Seconds time{0};       // when it is reached, from the start of the block
  Seconds hold{0};
  std::array<Quat, body::kJointCount> rotations = {};  // parent_from_joint

  /// What moves the body under this pose: the hips among it, over feet that stay.
  body::BodyOffsets body = {};

  /// What the sketches that hold there make of the body: under what goes along.
  body::BodyOffsets shape = {};

  /// Hands whose places are those of things in the world, or kept: they stay where they are.
  body::JointSet hard;

  /// Hands that touch the own body, and those that they touch: nothing moves them from each other.
  body::JointSet touching;
};

struct SolvedPoses {
  std::vector<SolvedPose> poses;  // in the order of their time

  /// How much earlier each joint comes to all of them: at least 0, and less than the way to the
  /// first of them takes.
  std::array<Seconds, body::kJointCount> earlier = {};
};

}  // namespace kine::plan
