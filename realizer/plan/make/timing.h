// When each pose of a sequence is reached, and how long its groups keep it.
//
// Our own dialect says it right or is refused. Classic scripts were played by an engine that made
// something of any time; so they are put in order here.
#pragma once

#include <span>
#include <vector>

#include "realizer/plan/make/moment.h"

namespace kine::plan {

/// The least time that a mended movement takes: one step of the engine that classic scripts were
/// written for.
inline constexpr Seconds kLeastMovement{0.040};

/// Puts `moments` in the order of their time and settles what each group and morph holds. After it,
/// times do not decrease, two moments that share a group or a morph differ in time, and each hold
/// ends before the next moment of its group. A classic sequence may be made to start earlier.
Result<Done> settle_times(Seconds& sequence_start, std::vector<Moment>& moments, Faults& faults);

/// When the movement to `moments[index]` begins: at the end of the moment before it in a classic
/// script, else at the start of the sequence.
Seconds movement_start(Seconds sequence_start, std::span<const Moment> moments, std::size_t index,
                       const Faults& faults);

}  // namespace kine::plan
