// What transitions make of the tension of an arm: it comes and goes in waves within a movement, and
// ebbs where a movement stops. Where one pauses, it stays. Accents are bursts of tension where
// movements arrive, spasms bursts at any time. An arm that is in no tension sways by nothing.
#pragma once

#include <span>
#include <vector>

#include "realizer/core/random.h"
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

/// How long what comes after an accent takes to come back.
inline constexpr Seconds kAccentEbbs{0.3};

/// The burst in which a movement arrives at `to`: it swells within the last tenth of a second.
/// Pre: there is a tension; 0 < accents <= 1; from < to.
TensionChange accent(const TensionChange& in_force, double accents, Seconds from, Seconds to);

/// When spasms begin between two times: two a second in the mean, and 32 where that would be more.
/// Each is over after a tenth of a second, before the next one and before the end.
std::vector<Seconds> spasm_times(Seconds from, Seconds to, Random random);

/// What is said, in the order of its time, and a burst of tension at each of these times where it
/// says a tension. Pre: 0 < spasms <= 1; the times are those of spasm_times.
std::vector<TensionChange> with_spasms(std::vector<TensionChange> said, double spasms,
                                       std::span<const Seconds> times);

}  // namespace kine::plan
