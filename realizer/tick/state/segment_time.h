// Where a segment that plays stands on its own time at a tick: an arm with tension is ahead of its
// body, and what is interrupted fades.
#pragma once

#include "realizer/core/time.h"
#include "realizer/pose/blend.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// How much of a block an interruption has left, in [0, 1].
float interruption_weight(const PlayingBlock& playing, Tick tick, TickRate rate);

/// Nothing for one that has ended, of which something lasting may stay.
const PlayingBlock* find_block(const CharacterState& state, BlockId id);

/// How far ahead of the body a segment was sampled at a tick: one that drives nothing but an arm
/// keeps that arm's time.
Seconds ahead_of(const CharacterState& state, const motion::Segment& segment, Tick tick);

/// Whether it has come to its end: what lasts stays there.
bool is_over(const TickContext& context, const CharacterState& state, const ActiveSegment& active,
             Tick tick);

/// Whether a segment only gives back what it had, at a time of its block.
bool goes_back(const motion::Segment& plan, Seconds time);
bool goes_back(const TickContext& context, const CharacterState& state, const ActiveSegment& active,
               Tick tick);

/// What the kernels sample of it; `interval` is its cache, or another one for a look aside.
pose::Layer layer_of(const TickContext& context, const CharacterState& state,
                     const ActiveSegment& active, pose::Interval& interval, Tick tick);

}  // namespace kine
