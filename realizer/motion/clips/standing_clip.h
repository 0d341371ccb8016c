// A clip on one body: its feet stand on the ground where those of the recorded person did.
//
//   Clip, Body --standing_clip--> another Clip, whose legs are this body's, which PlayedClip plays
//
// All else turns as it was recorded. Feet and hips go the recorded ways in lengths of the leg, so
// that what stood there does not slide here. In preparation: once for each clip and body.
#pragma once

#include <memory>

#include "realizer/body/body.h"
#include "realizer/pose/clip.h"

namespace kine::motion {

/// The very clip where nobody knows how the recorded person stood, or it stands already.
std::shared_ptr<const pose::Clip> standing_clip(const std::shared_ptr<const pose::Clip>& clip,
                                                const body::Body& body);

}  // namespace kine::motion
