// Step 6 of a tick: hands that a script keeps in their places are held there, whatever moves the
// torso below them.
//
//   blended Pose, held keys --hold_hands--> Pose whose wrists are where they were meant
//
// It keeps nothing from tick to tick, and turns nothing where the torso is as it was meant.
#pragma once

#include <span>

#include "realizer/body/body.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/pose.h"

namespace kine {

/// Turns the arms of `pose`, the blend of `layers`. `shown` is the same pose with what lies on top
/// of it, which hands are held against, too; it may be `pose` itself. A layer holds as much as its
/// weight and those over it leave it. Allocates nothing.
void hold_hands(const body::Body& body, std::span<const pose::Layer> layers,
                const pose::Pose& shown, pose::Pose& pose);

}  // namespace kine
