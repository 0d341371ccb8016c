// What lies on top of the solved pose of a tick: what is relative, and the body's shift.
#pragma once

#include <array>

#include "realizer/math/quat.h"
#include "realizer/pose/pose.h"
#include "realizer/solve/look_at.h"
#include "realizer/tick/state/tick_scratch.h"

namespace kine {

/// What is relative turns the blended pose, and the body's shift moves it. The blended pose stays
/// as it was: the next motion begins there.
const pose::Pose& lay_on_top(TickScratch& scratch);

/// How far that turns each joint of the column that looks.
std::array<Quat, solve::kColumnLength> column_on_top(TickScratch& scratch);

}  // namespace kine
