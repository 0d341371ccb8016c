// Step 3 of a tick: what lives of itself. It comes after the changes that scripts make to it in
// this tick.
#pragma once

#include <span>

#include "realizer/autonomy/producer.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// Runs the producers. A block that one answers with enters now and moves from the next tick on.
void produce(const TickContext& context, std::span<const autonomy::Producer* const> producers,
             CharacterRow& row, Tick tick);

}  // namespace kine
