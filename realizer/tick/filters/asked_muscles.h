// Which muscles move a character in a tick: those of a script that plays, else those that were set
// while it moves.
#pragma once

#include <memory>

#include "realizer/dynamics/physical/torso.h"
#include "realizer/tick/state/character_state.h"

namespace kine {

struct AskedMuscles {
  std::shared_ptr<const dynamics::physical::TorsoModel> model = {};  // null: nothing moves it but
                                                                     // its plan
  bool stands = false;  // a whole body, by its own legs; else its torso alone is asked for
};

/// Of what blocks that play say then, a whole body before a torso. Where none says either, and none
/// says that its character moves as planned, what was set live.
AskedMuscles asked_muscles(const CharacterState& state, Tick tick, TickRate rate);

/// Whether there may be some: at another time, where not now.
bool knows_muscles(const CharacterState& state);

/// Whether muscles were set live and nothing pushes them: nobody waits until they let go.
bool muscles_stay(const CharacterState& state);

}  // namespace kine
