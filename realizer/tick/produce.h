// Step 3 of a tick: what lives of itself. It comes after the changes that scripts make to it in
// this tick.
#pragma once

#include "realizer/core/time.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

void produce(const TickContext& context, CharacterRow& row, Tick tick);

}  // namespace kine
