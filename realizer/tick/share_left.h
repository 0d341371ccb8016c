// What lies on top and gives way: how much of it is left by what scripts ask of the same joints and
// channels, whichever block they ask it in.
//
//   active segments --share_left--> the share of one, in [0, 1]
//
// It goes and comes back within a quarter of a second, however suddenly the others begin and end.
#pragma once

#include "realizer/core/time.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// Looks count that stay as well. Postures that stay, faces of sketches and what lies on top itself
/// leave all of it.
float share_left(const TickContext& context, const CharacterState& state,
                 const ActiveSegment& active, Tick tick);

}  // namespace kine
