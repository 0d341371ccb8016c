// Blocks of scripts, charged to whoever sent them as long as anybody has them.
//
//   Prepared --keep_blocks--> LiveBlocks, Conversation, shards;  over --points_alone--> LiveBlocks
#pragma once

#include <memory>

#include "realizer/prepare/prepare.h"
#include "server/guests/memory_account.h"

namespace kine::server {

struct ScriptSource;

/// Charges what was prepared to the sender of the source: each block, and each speech of one, which
/// may go on in another block when this one is freed. A speech of the block that went `before` is
/// charged already. An error takes their place where there is no room.
void keep_blocks(const ScriptSource& source, Result<Prepared>& prepared,
                 const motion::Block* before = nullptr);

/// What others may want to know of a block that is over: its points, and of one for which there is
/// no room no more than when it was. Nobody sees or hears it any more.
std::shared_ptr<const motion::Block> points_alone(const motion::Block& block,
                                                  const MemoryHolder& memory);

}  // namespace kine::server
