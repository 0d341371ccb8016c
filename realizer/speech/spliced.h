// A SpeechTrack that goes on as another one of the same words, and perhaps of more: what has been
// said stays.
//
//   SpeechTrack so far, SpeechTrack as it is to go on --spliced--> SpeechTrack
#pragma once

#include <cstddef>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// Where one goes on as the other.
struct Splice {
  std::size_t word = 0;   // the first that is said anew; the number of them: none is
  Seconds earliest{0};    // nothing that is anew comes before that
  Seconds sound_from{0};  // from then on it sounds anew
  Seconds later{0};       // by so much all that is anew comes later than it says
};

/// How long the sound of both is mixed where one goes over into the other.
inline constexpr Seconds kSpliceFade{0.005};

/// The first word that begins at `now` or later; the number of words where there is none.
std::size_t first_word_from(const SpeechTrack& track, Seconds now);

/// An error where they are not of the same words, or sound at other rates. `after` may have more
/// words behind those of `before`.
Result<SpeechTrack> spliced(const SpeechTrack& before, const SpeechTrack& after,
                            const Splice& splice);

}  // namespace kine::speech
