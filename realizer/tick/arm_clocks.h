// The clocks of tracked arms: they are planned when something changes what an arm is to do, stroke
// by stroke, and each tick they go on as planned. What plans and clients say of tension changes
// them.
#pragma once

#include "realizer/core/time.h"
#include "realizer/motion/block.h"
#include "realizer/tick/state/inputs.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// Somebody sets how tense arms are from now on.
void set_tension(const TickContext& context, CharacterRow& row, Tick tick, const SetTension& set);

/// What a plan says of an arm comes in the arm's own time: its phases change with its tension.
/// Returns whether anything has changed.
bool change_tension(const TickContext& context, CharacterState& state, PlayingBlock& playing,
                    Tick tick);

/// The clocks go on by a tick.
void keep_time(const TickContext& context, CharacterRow& row, Tick tick);

/// An arm that is to become tense needs its clock before.
void foresee_tensions(const motion::Block& block, CharacterState& state);

/// At the next turn of the character.
void plan_clocks_anew(const TickContext& context, Tick tick, CharacterRow& row);

/// A clock that is due before its turn begins at once, by what can be told from times alone.
void begin_clocks(const TickContext& context, CharacterRow& row, Tick tick);

/// When the segments of the tick are bound: what they do is foreseen.
void plan_clocks(const TickContext& context, CharacterRow& row, Tick tick);

}  // namespace kine
