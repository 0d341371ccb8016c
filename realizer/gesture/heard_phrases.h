// What is heard of sound that is known in advance: phrases from pause to pause, their syllables,
// and which of these are stressed.
//
//   Audio --phrases_heard--> SpokenPhrases --author_motion--> strokes on stressed syllables
//
// The whole sound is looked at, so a syllable is judged by those behind it as well. A live listener
// has an Observer instead.
#pragma once

#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/gesture/authored.h"
#include "realizer/speech/speech_track.h"

namespace kine::gesture {

/// Nobody speaks for so long between two phrases. Stops and fricatives are shorter.
inline constexpr Seconds kPhrasePause{0.25};

/// Phrases in order, each with a syllable at least; none where nobody speaks. `nucleus_s` is where
/// a syllable is loudest. That is 7 ms before the middle of its vowel in the median with espeak and
/// 2 ms with flite, and within 62 ms of it for 19 of 20. `prominence` is 0.2 for a syllable like
/// those around it. `arousal` is 0.5 for a phrase that is as loud and as varied in pitch as the
/// whole sound.
///
/// Of the syllables that espeak and flite stress, 67 % and 56 % are taken for stressed; of the
/// others, 19 % and 20 %.
///
/// An error where the rate is not one that can be heard.
Result<std::vector<SpokenPhrase>> phrases_heard(const speech::Audio& audio);

}  // namespace kine::gesture
