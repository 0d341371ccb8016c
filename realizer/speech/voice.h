// The extension point for voices: text in, a SpeechTrack out. A row in server/main.cc each; the
// silent one is always there.
//
// Saying may take its time and may fail: it is done while a script is prepared, never in a tick.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// What is to be said.
struct Utterance {
  struct Mark {
    std::string id;
    std::size_t byte = 0;  // in `text`: where the word behind it begins

    friend bool operator==(const Mark&, const Mark&) = default;
  };

  std::string text;         // UTF-8; SSML's elements in it where `ssml`
  bool ssml = false;        // its subset: break, emphasis, prosody, say-as, sub
  std::vector<Mark> marks;  // in the order of the text
  std::string voice;        // one of the voice's own names: "en-gb"; empty: its first

  friend bool operator==(const Utterance&, const Utterance&) = default;
};

class Voice {
 public:
  virtual ~Voice() = default;

  /// "silent", "espeak": what scripts and operators call it.
  virtual std::string_view name() const = 0;

  /// The utterance, whole. Called from several threads at once; an implementation that cannot do
  /// two at a time queues them, with a bound. An error says what is the matter in one clause.
  virtual Result<SpeechTrack> say(const Utterance& utterance) const = 0;
};

/// Nothing to be heard: times estimated from the text's syllables, the same everywhere and always.
const Voice& silent_voice();

}  // namespace kine::speech
