// Step 1 of a tick, for what is set about the body of a character while it moves.
//
//   SetDynamics, PushJoint, SetLoad --> CharacterState::live_body
#pragma once

#include "realizer/core/time.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/inputs.h"

namespace kine {

void set_dynamics(const SetDynamics& set, CharacterState& state);

/// It begins with this tick. A drag takes the place of that of the same client and joint. No more
/// act at once than kPushesAtOnceMax: further ones do nothing.
void push_joint(const PushJoint& input, Tick tick, TickRate rate, CharacterState& state);

void set_load(const SetLoad& set, CharacterState& state);

/// Forgets pushes that were over when this tick began, and a body of which nothing is set any more.
void end_pushes(Tick tick, TickRate rate, CharacterState& state);

}  // namespace kine
