// Steps 1 and 2 of a tick: blocks come in, at once or when those that they wait for let them.
#pragma once

#include <string_view>
#include <vector>

#include "realizer/agenda/agenda.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/inputs.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// The blocks of a name that play or wait.
std::vector<BlockId> blocks_named(const CharacterState& state, std::string_view name);

/// All that play and are not interrupted, and those that wait.
std::vector<agenda::Entry> blocks_there(const CharacterState& state);

/// A block comes in: it begins, waits, or is refused.
void enter(const TickContext& context, CharacterRow& row, Tick tick, const PlayBlock& play);

/// Whether any that waited has begun.
bool begin_waiting(const TickContext& context, CharacterRow& row, Tick tick);

}  // namespace kine
