// All that is heard of a whole sound.
//
//   Audio --hear_all--> what was heard, each thing with when it is known
#pragma once

#include <vector>

#include "realizer/core/result.h"
#include "realizer/speech/hearing/hearing.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// Peaks as well, judged as what was trained. An error where the rate is not one that can be heard.
Result<std::vector<Heard>> hear_all(const Audio& audio, const ProsodyStatistics& training = {});

}  // namespace kine::speech
