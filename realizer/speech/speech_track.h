// A SpeechTrack: an utterance with its timing, known before the first word is heard.
//
//   Utterance --Voice::say--> SpeechTrack --visemes--> lip-sync segments; audio in chunks
//
// Times count from the start of its audio. Immutable once made, and shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/time.h"

namespace kine::speech {

/// A sound as it is spoken.
struct Phone {
  std::string ipa;  // "" for a pause
  Seconds start{0};
  Seconds end{0};
  std::uint8_t stress = 0;  // of its syllable, on its vowel: 0 none, 1 primary, 2 secondary

  friend bool operator==(const Phone&, const Phone&) = default;
};

struct Word {
  std::size_t byte_begin = 0;  // in the utterance's text
  std::size_t byte_end = 0;
  Seconds start{0};
  Seconds end{0};
  std::size_t phone_begin = 0;  // in the track's phones
  std::size_t phone_end = 0;

  friend bool operator==(const Word&, const Word&) = default;
};

struct Mark {
  std::string id;
  Seconds at{0};

  friend bool operator==(const Mark&, const Mark&) = default;
};

/// How true the times of words are, the best first.
enum class Timing : std::uint8_t {
  Measured,   // by the voice that made the sound, while it made it
  Marks,      // of some places in the text; the words between them are spread
  Aligned,    // by somebody who listened to the sound afterwards
  Estimated,  // from the text alone
};

/// "measured", "marks", "aligned" or "estimated".
std::string_view word_of(Timing timing);

/// One channel of 16-bit samples. Empty: the words are not to be heard.
struct Audio {
  std::uint32_t rate_hz = 0;
  std::vector<std::int16_t> samples;

  Seconds length() const {
    return Seconds(rate_hz == 0 ? 0.0 : static_cast<double>(samples.size()) / rate_hz);
  }
  friend bool operator==(const Audio&, const Audio&) = default;
};

/// Invariant: phones, words and marks are each in the order of their times, within [0, length];
/// phones and words do not overlap; a mark is where the word behind it begins, or at the end.
struct SpeechTrack {
  Seconds length{0};
  std::vector<Word> words;
  std::vector<Phone> phones;
  std::vector<Mark> marks;  // one for each of the utterance's, in their order
  std::string text = {};    // the utterance's, where the caller has put it here …
  bool ssml = false;        // … and whether SSML's elements stand in it
  Timing timing = Timing::Measured;
  Audio audio;

  bool valid() const;
  friend bool operator==(const SpeechTrack&, const SpeechTrack&) = default;
};

}  // namespace kine::speech
