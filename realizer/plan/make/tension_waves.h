// What transitions make of the tension of an arm: it comes and goes in waves within a movement, and
// ebbs where a movement stops. Where one pauses, it stays. An arm that is in no tension sways by
// nothing.
#pragma once

#include <vector>

#include "realizer/core/time.h"
#include "realizer/plan/tension/tension.h"

namespace kine::plan {

/// From tense to loose and back, about the tension that `in_force` says, between two times: a wave
/// takes 0.4 to 0.8 s, and an eighth of a long movement. None where there is less time. Pre: there
/// is a tension; 0 < waves <= 1; from < to.
std::vector<TensionChange> tension_waves(const TensionChange& in_force, double waves, Seconds from,
                                         Seconds to);

/// The change to an arm that has lost its energy, within a hold; none in a short one.
/// Pre: there is a tension.
std::vector<TensionChange> ebb(const TensionChange& in_force, Seconds at, Seconds hold);

}  // namespace kine::plan
