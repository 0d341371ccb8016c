// Clips for tests: what all of them promise, and small ones whose motion can be computed by hand.
#pragma once

#include <memory>

#include "realizer/pose/clip.h"

namespace kine::test {

/// Whether the comments of pose/clip.h hold: unit quaternions that stay on their side of the
/// sphere, finite hips, a seam that ends where the clip begins.
bool keeps_promises(const pose::Clip& clip);

/// The turn of a joint in a frame.
Quat rotation_in(const pose::ClipFrame& frame, body::Joint joint);

/// `joint` turns about +Z from 0 by `turn_rad` in `frames` frames, a tenth of a second each; the
/// hips, too, move to their left by `hips_way` of their height.
std::shared_ptr<const pose::Clip> turning_clip(body::Joint joint, double turn_rad,
                                               std::size_t frames, double hips_way = 0);

}  // namespace kine::test
