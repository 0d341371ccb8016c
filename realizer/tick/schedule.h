// Step 2 of a tick: the active segments of a character; crossed sync points become feedback.
#pragma once

#include "realizer/core/time.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// Nothing where nothing is due: all but a few characters have nothing in a tick.
void schedule(const TickContext& context, CharacterRow& row, Tick tick);

/// The first tick at which there is something to schedule, if nothing comes in before. All but a
/// few characters have nothing in a tick, and their blocks are then not looked at.
Tick next_event(const TickContext& context, const CharacterState& state, Tick tick);

}  // namespace kine
