// A pose as it will be shown, in rows of joints: what filters change in place.
//
//   blended Pose --write_rows--> ShownPose --filters--> the same, published
#pragma once

#include <array>

#include "realizer/body/skeleton.h"

namespace kine::dynamics {

/// The local rotations of a character: x, y, z, w of each joint.
using Rotations = std::array<std::array<float, 4>, body::kJointCount>;

/// A view: the rows stand where they are published.
struct ShownPose {
  Rotations* parent_from_joint = nullptr;
  std::array<float, 3>* hips_m = nullptr;  // in the character's space
};

}  // namespace kine::dynamics
