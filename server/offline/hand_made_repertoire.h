// Six motions that a character makes as somebody speaks, until there is a model that was learnt:
// arms that rest, and beats of the right one, the left one and both; a head that rests or nods.
//
//   gestures of the lexicon --make_hand_made_repertoire--> Repertoire
#pragma once

#include <memory>

#include "realizer/cast/cast.h"
#include "realizer/core/result.h"
#include "realizer/gesture/repertoire.h"

namespace kine::server {

/// Its gestures are those that this character makes when a script asks for them. What they go with
/// is written by hand: loud, long syllables and such of moving pitch with beats and nods.
Result<gesture::Repertoire> make_hand_made_repertoire(const std::shared_ptr<const Cast>& cast);

}  // namespace kine::server
