// The times of a plan as properties see and change them: gestures, the legs of a sequence, and a
// timeline laid over all that a gesture moves.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/timeline.h"

namespace kine::plan {

/// Sequences that share nuclei whose parameter is not 0: they are timed together, so that both arms
/// of a gesture stay in step. Each is named once, in the order of the plan.
using Gesture = std::vector<std::size_t>;
std::vector<Gesture> gestures_of(const Plan& plan, const script::Parameter& parameter);

/// Those of these sequences that go on at once, such as the two arms of a gesture: they stay in
/// step.
std::vector<Gesture> gestures_at_once(const Plan& plan, std::vector<std::size_t> sequences);

/// The parameter of a nucleus, 0 where there is none.
double parameter_of(const Plan& plan, std::optional<std::size_t> nucleus,
                    const script::Parameter& parameter);

/// The way to one pose of a sequence and the rest in it: from <= to <= hold_end.
struct Leg {
  Seconds from{0};      // when the hold of the pose before is over, or the sequence starts
  Seconds to{0};        // when the pose is reached
  Seconds hold_end{0};  // no later than the next pose
};

/// One leg a pose, but for the way back, which is no part of what a nucleus shapes: it takes its
/// time behind all of it (properties/way_back.h).
std::vector<Leg> legs_of(const Sequence& sequence);

/// No wishes yet, but the start of a gesture and its appointments: poses that are named its
/// strokes.
TimeWishes wishes_for(const Plan& plan, const Gesture& gesture);

/// Every time of the gesture by `timeline`. What could not be had of its `manner` is warned of
/// once.
void retime(Plan& plan, const Gesture& gesture, const Timeline& timeline, Diagnostics& diagnostics,
            std::string_view manner = "nucleus");

/// Poses in the order of their time again, and what refers to them: some were put in at the end.
void sort_poses(Sequence& sequence);

}  // namespace kine::plan
