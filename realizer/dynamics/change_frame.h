// A mass that is from now on tracked in another frame goes on where it is, as fast as it is.
#pragma once

#include "realizer/dynamics/follow.h"

namespace kine::dynamics {

/// Between two ticks; `shown` is what the next one shows without tension.
void change_frame(const body::Body& body, const ShownPose& shown, body::Side side, Seconds step,
                  FrameOf to, TrackedArm& tracked);

}  // namespace kine::dynamics
