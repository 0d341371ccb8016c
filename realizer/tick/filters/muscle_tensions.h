// How firm muscles are about each joint in a tick: as the blocks that play say; else an arm is as
// tense as its tension has it, and the trunk as usual.
#pragma once

#include "realizer/dynamics/physical/torso.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/physical_memory.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// What does not say how tense it is, is as firm as the stroke of a neutral arm.
inline constexpr Tension kUsualTension{.rest_error_m = 0.01, .zeta = 0.7};

/// Whether only what is said in this tick is news, or all that was said before it as well.
enum class News { OfTick, SinceStart };
void hear(const CharacterState& state, Tick tick, TickRate rate, News news, HeardTensions& heard);

struct AskedTensions {
  dynamics::physical::JointTensions to;
  dynamics::physical::JointTensions from;  // those of which a share of the way to `to` is left
};
AskedTensions tensions_at(const TickContext& context, const CharacterState& state, Tick tick,
                          const HeardTensions& heard);

/// Firmer by four times, within a tenth of a second or two: the paper's tension before a push that
/// is expected.
void brace(AskedTensions& tensions);

/// What was braced, or is about to be, comes and goes in a while.
void ease_bracing(AskedTensions& tensions);

}  // namespace kine
