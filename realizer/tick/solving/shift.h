// Step 6 of a tick: what moves the body under the gestures is summed, and the body is moved by it.
//
//   posture, body keys of what plays and of life --offsets_of--> BodyOffsets, their sum
//   solved Pose, BodyOffsets --find_shift--> BodyShift --shift--> the Pose that is shown
//
// The solved pose stays as it was: the next motion begins there, and is moved as this one was.
#pragma once

#include <optional>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/core/time.h"
#include "realizer/pose/pose.h"
#include "realizer/solve/body_shift.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// The sum of all that moves the body of a character at a tick.
body::BodyOffsets offsets_of(const TickContext& context, const CharacterState& state, Tick tick);

/// Nothing where nothing moves it.
std::optional<solve::BodyShift> find_shift(const TickContext& context, const body::Body& body,
                                           const CharacterState& state, Tick tick,
                                           const pose::Pose& pose);

void shift(const solve::BodyShift& shift, pose::Pose& pose);

}  // namespace kine
