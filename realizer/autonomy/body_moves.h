// A move of the body under the gestures as a segment: what standing consists of.
#pragma once

#include "realizer/body/body_offsets.h"
#include "realizer/core/time.h"
#include "realizer/motion/segment.h"

namespace kine::autonomy {

struct BodyMove {
  body::BodyOffsets from;
  body::BodyOffsets to;
  Seconds arrives{1};  // > 0; from there on it stays at `to`
  Seconds end{1};      // >= arrives
};

/// On the path of least jerk. It drives no joint, so it lies on top of nothing: a tick sums it.
motion::Segment make_body_move(const BodyMove& move);

}  // namespace kine::autonomy
