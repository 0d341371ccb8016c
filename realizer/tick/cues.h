// Step 2 of a tick: what a block does to others when its time has come.
#pragma once

#include <cstddef>

#include "realizer/core/time.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// Whether something is due that a block does to others.
bool has_cues_to_give(const TickContext& context, const PlayingBlock& giver, Tick tick);

/// What a block does to others when its time has come; there is room for so much in one tick.
void give_cues(const TickContext& context, CharacterRow& row, std::size_t playing, Tick tick,
               std::size_t& room);

}  // namespace kine
