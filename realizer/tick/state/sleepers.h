// Of the blocks that wait, those that nobody has told to come yet.
//
//   WaitingBlocks --sleepers--> those that are preplanned and not activated, and who waits for them
//
// To the order of blocks they are not there: a block that comes after all others does not wait for
// them, and a scene in which nothing else waits is idle. When one is activated it takes its turn.
#pragma once

#include <span>
#include <vector>

#include "realizer/tick/state/character_state.h"

namespace kine {

std::vector<BlockId> sleepers(std::span<const WaitingBlock> waiting);

}  // namespace kine
