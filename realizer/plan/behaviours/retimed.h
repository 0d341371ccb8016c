// Key poses with sync points, brought to other times: what happens between two points happens there
// still, evenly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/script/sequence.h"

namespace kine::plan {

/// A motion at the times that it has by itself, from 0 on.
struct PointedMotion {
  std::vector<std::string> points;  // in their order; the first `start`, the last `end`
  MomentTimes times;                // of the points; they do not decrease
  std::vector<script::Pose> poses;  // their times count from 0, and do not decrease
};

/// The points of a gesture of the lexicon as BML calls them: "strokeStart" of "stroke-start".
std::string point_name(std::string_view pose_id);

/// The sequence with the points at `times`; poses that are points have their names, others none.
script::Sequence retimed(const PointedMotion& motion, const MomentTimes& times, Where where);

/// What the phases of a motion like to take. Where `is_stroke` begins and ends it is stiff.
Phases phases_of(const PointedMotion& motion);

}  // namespace kine::plan
