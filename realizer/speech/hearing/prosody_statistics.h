// What the syllables of whole takes are like: the means and deviations that an Observer of the same
// kind of speech begins with.
//
//   Heard of takes --statistics_of--> ProsodyStatistics --observe_again--> Heard, judged by them
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "realizer/speech/hearing/hearing.h"
#include "realizer/speech/hearing/observations.h"

namespace kine::speech {

/// Takes may differ in their gain. So deviations of levels are from the mean of each take; the mean
/// is that of all. What has no deviation, or no syllable, is as ProsodyStatistics has it by
/// default.
ProsodyStatistics statistics_of(std::span<const std::vector<Heard>> takes);

/// What of one take would have been observed after this training.
std::vector<Heard> observe_again(std::vector<Heard> take, const ProsodyStatistics& training,
                                 Gain gain);

}  // namespace kine::speech
