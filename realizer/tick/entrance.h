// Steps 1 and 2 of a tick: blocks come in, at once or when those that they wait for let them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/tick/state/inputs.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// The blocks of these names that there are.
std::vector<BlockId> blocks_named(const CharacterState& state, std::span<const std::string> names);

/// A block comes in: it begins, waits, or is refused.
void enter(const TickContext& context, CharacterRow& row, Tick tick, const PlayBlock& play);

/// Whether any that waited has begun.
bool begin_waiting(const TickContext& context, CharacterRow& row, Tick tick);

}  // namespace kine
