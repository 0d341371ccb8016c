// A block is interrupted, or some of its parts are: they fade out, and it is said how far they
// came.
#pragma once

#include "realizer/core/time.h"
#include "realizer/plan/plan.h"
#include "realizer/tick/state/inputs.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// One block, or everything that plays or waits.
void interrupt(const TickContext& context, CharacterRow& row, Tick tick, const Interrupt& what);

/// A copy of the cue, for its own block may be another one afterwards.
void interrupt_parts(const TickContext& context, CharacterRow& row, plan::Cue cue, Tick tick);

}  // namespace kine
