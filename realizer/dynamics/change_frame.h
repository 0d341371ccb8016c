// A mass that is from now on tracked in another frame goes on where it is, as fast as it is.
#pragma once

#include "realizer/dynamics/follow.h"

namespace kine::dynamics {

/// What stands of a character as its frames show it, without tension.
struct Shown {
  const body::Body& body;
  const Rotations& parent_from_joint;
  const std::array<float, 3>& hips_m;
};

/// Between two ticks; `shown` is of the next one.
void change_frame(const Shown& shown, body::Side side, Seconds step, FrameOf to,
                  TrackedArm& tracked);

}  // namespace kine::dynamics
