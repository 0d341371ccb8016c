// A block that plays goes on as another one, whose past is the same.
#pragma once

#include <memory>

#include "realizer/core/time.h"
#include "realizer/motion/block.h"
#include "realizer/tick/state/inputs.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// It is to go on so from a tick on, unless that has passed, or the block is another one by now.
void replan(CharacterRow& row, Tick tick, const Replan& planned);

/// Before anything of the tick is done or said.
void go_on_as_planned(const TickContext& context, CharacterRow& row, Tick tick);

/// What has begun and is in both goes on; the rest of what was is gone.
void go_on_as(const TickContext& context, CharacterRow& row, PlayingBlock& playing,
              std::shared_ptr<const motion::Block> next, Tick tick);

}  // namespace kine
