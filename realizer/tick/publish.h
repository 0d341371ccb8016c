// Step 8 of a tick: what is seen of a character, as a frame and as the walks of others see it.
#pragma once

#include "realizer/pose/pose.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/frame.h"
#include "realizer/tick/state/presence.h"
#include "realizer/tick/state/row.h"

namespace kine {

/// What `pose` looks like from outside.
void show(const CharacterState& state, const pose::Pose& pose, Frame& frame);

/// As it is behind a tick.
Presence presence_of(const CharacterRow& row);

}  // namespace kine
