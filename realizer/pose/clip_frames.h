// The joints of a clip's frames, one by one: what preparation reads and writes of a clip.
#pragma once

#include <span>

#include "realizer/pose/clip.h"

namespace kine::pose {

Quat turn_in(const ClipFrame& frame, body::Joint joint);

/// On the side of the sphere on which `near` lies: the turn of the frame before.
void set_turn(ClipFrame& frame, body::Joint joint, const Quat& turn, const Quat& near);

/// The clip whose frame i is what this one has at `places[i]`, counted in frames. Its seam is its
/// own. Pre: at least one place, each between the first and the last frame.
Clip resampled(const Clip& clip, std::span<const double> places);

}  // namespace kine::pose
