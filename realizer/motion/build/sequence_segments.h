// Segments of a sequence: the times of its poses bent by its warps, and what it gives back when.
#pragma once

#include <memory>

#include "realizer/core/time.h"
#include "realizer/motion/actuator.h"
#include "realizer/motion/segment.h"
#include "realizer/plan/plan.h"
#include "realizer/pose/warps.h"

namespace kine::motion {

/// The sequence's own warp from its start to the end of its last hold, and those of movements: from
/// the end of the hold before a pose to the pose.
pose::Warps warps_of(const plan::Sequence& sequence);

/// When bent time comes to the time of a key for the first time.
Seconds first_time_of(Seconds key_time, const pose::Warps& warps);

/// A segment of the sequence that begins at `start` and gives back what it took at its end.
Segment segment_of(const plan::Sequence& sequence, Seconds start,
                   std::shared_ptr<const Actuator> actuator);

/// A segment of a track, which may give back its joints at a time of its own.
Segment segment_of(const plan::Sequence& sequence, const plan::Track& track,
                   const pose::Warps& warps, std::shared_ptr<const Actuator> actuator);

}  // namespace kine::motion
