// A gaze with all of the body: where the trunk does not turn so far in comfort, the feet step
// round.
#pragma once

#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/script/sequence.h"

namespace kine::plan {

/// Gives the way to the target of a look the time that the steps to face it like to take, where
/// there are any and somebody knows where it is. It is no longer at least: with less time it looks
/// there in time, and steps round meanwhile.
void lengthen_for_steps(const script::LookAt& look, const DraftContext& context, Phase& way);

/// Lets the feet turn with a look, by the time of the pose that has its target.
void turn_feet(const script::LookAt& look, script::Pose& pose);

}  // namespace kine::plan
