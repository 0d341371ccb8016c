// Step 6 of a tick: feet that stand, looks, for what they look at may move, and hands that stay
// where the torso moves.
#pragma once

#include "realizer/core/time.h"
#include "realizer/tick/solving/gaze.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"
#include "realizer/tick/state/tick_scratch.h"

namespace kine {

void solve_pose(const TickContext& context, CharacterRow& row, Tick tick, TickScratch& scratch);

/// What looks are solved in: of one character at one tick.
GazeStage gaze_stage_of(const TickContext& context, const CharacterRow& row, Tick tick);

}  // namespace kine
