// Clips for tests: what all of them promise, and small ones whose motion can be computed by hand.
#pragma once

#include <memory>
#include <vector>

#include "realizer/body/body.h"
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

/// A wrist that has to be at a place at a time, in the character's space.
struct WristStop {
  Seconds time{0};
  Vec3 wrist_m;
};

/// The right arm of a body whose trunk stands in T-pose, brought from stop to stop on straight
/// eased ways, 50 frames a second.
std::shared_ptr<const pose::Clip> arm_clip(const body::Body& body,
                                           const std::vector<WristStop>& stops);

/// Where the right wrist is in each frame, by forward kinematics.
std::vector<Vec3> right_wrists_m(const pose::Clip& clip, const body::Body& body);

/// A gesture of the right arm: at rest until 0.5 s, prepared by 1 s, its stroke until 1.5 s, held
/// until 2.1 s, back at rest at 2.8 s, and there until 3.3 s.
inline constexpr Vec3 kStrokeFrom_m{-0.30, 1.10, 0.22};
inline constexpr Vec3 kStrokeTo_m{-0.08, 1.22, 0.28};
std::shared_ptr<const pose::Clip> gesture_clip(const body::Body& body);

}  // namespace kine::test
