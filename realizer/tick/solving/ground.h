// Step 6 of a tick: legs that stand, step and sit, solved on the hips that there are.
//
//   blended Pose, ground keys --stand--> root, and a Pose whose feet are where they are to be
//
// It keeps nothing from tick to tick. What lies over it on a joint goes before it.
#pragma once

#include <cstddef>
#include <span>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/pose.h"

namespace kine {

struct GroundStage {
  const body::Body& body;
  std::span<const pose::Layer> layers;  // what was blended, from the lowest to the highest
};

/// Solves the uppermost of the layers that have ground keys. The result is where the character is;
/// arms and trunk go along as far as no layer moves them. Pre: there is one.
body::Placement stand(const GroundStage& stage, pose::Pose& pose);

}  // namespace kine
