// Steps 4 and 5 of a tick: the keys of each segment are sampled and blended to one pose. What is
// relative lies on top of it, after step 6.
#pragma once

#include <span>

#include "realizer/core/memory.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"
#include "realizer/tick/state/tick_scratch.h"

namespace kine {

/// `ahead` is what the next characters will read: it is brought near meanwhile.
void sample_and_blend(const TickContext& context, CharacterRow& row, Tick tick,
                      std::span<const Stretch> ahead, TickScratch& scratch);

/// Turns of segments and of life; they are laid on top by lay_on_top() of solving/on_top.h.
void sample_relative(const TickContext& context, CharacterState& state, Tick tick,
                     TickScratch& scratch);

}  // namespace kine
