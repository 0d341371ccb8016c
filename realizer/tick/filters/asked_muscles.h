// Which muscles move a character in a tick: those of a script that plays, else those that were set
// while it moves.
#pragma once

#include <memory>

#include "realizer/dynamics/physical/torso.h"
#include "realizer/tick/state/character_state.h"

namespace kine {

/// Of a block that plays and has some, those of a whole body before those of a torso. Where none
/// has, and none says that its character moves as planned, those that were set live. Null: nothing
/// moves it but its plan.
std::shared_ptr<const dynamics::physical::TorsoModel> asked_muscles(const CharacterState& state);

/// Whether muscles were set live and nothing pushes them: nobody waits until they let go.
bool muscles_stay(const CharacterState& state);

}  // namespace kine
