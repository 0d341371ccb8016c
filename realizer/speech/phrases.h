// The phrases of an utterance, and what is accented in them: what the head, brows and eyes of a
// speaker go by.
//
//   SpeechTrack --phrases_of--> Phrases with their accents --small_motion_of--> SmallMotion
//
// A phrase depends on what is near it alone: what is said stays as it was when more is said later.
#pragma once

#include <cstdint>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// By the sign behind it. Open: a pause alone ends it.
enum class PhraseEnd : std::uint8_t { Open, Clause, Sentence, Question };

/// A stressed syllable.
struct Accent {
  Seconds at{0};           // the middle of its vowel; of a word without sounds, of the word
  Seconds until{0};        // the end of its word
  double strength = 0;     // in [0, 1]: loud, of a long word, the last of its phrase
  std::uint64_t seed = 0;  // of its word: the same wherever it is planned

  friend bool operator==(const Accent&, const Accent&) = default;
};

struct Phrase {
  Seconds start{0};
  Seconds end{0};
  PhraseEnd ends = PhraseEnd::Open;
  std::vector<Accent> accents = {};  // in the order of their times
  std::uint64_t seed = 0;            // of its first words

  friend bool operator==(const Phrase&, const Phrase&) = default;
};

/// In the order of their times. A track without words has none.
std::vector<Phrase> phrases_of(const SpeechTrack& track);

}  // namespace kine::speech
