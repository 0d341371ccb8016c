// Step 6 of a tick: soles that stay on the ground while a clip that stands comes or goes.
//
//   blended Pose, layers --keep_soles--> the Pose with its hips at the right height
//
// Half of a bent knee and half of a straight one are no half as long a leg: turns that are blended
// lift feet off the ground. Heights of soles are blended beside them, and the hips make up for it.
#pragma once

#include <span>

#include "realizer/body/body.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/pose.h"

namespace kine {

/// Does nothing where no clip that stands is half there, and where something else moves a leg over
/// it. It keeps nothing from tick to tick. Pre: soles of the pose below the layers are at height 0.
void keep_soles(const body::Body& body, std::span<const pose::Layer> layers, pose::Pose& pose);

}  // namespace kine
