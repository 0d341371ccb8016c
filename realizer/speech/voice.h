// The extension point for voices: text in, a SpeechTrack out. A row in server/commands/main.cc
// each; the silent one is always there.
//
// Saying may take its time and may fail: it is done while a script is prepared, never in a tick.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// Takes what a voice changes of an utterance after it has said it. From any thread.
class Revisions {
 public:
  virtual ~Revisions() = default;

  /// The whole utterance, as it is known now; its words are the same.
  virtual void take(SpeechTrack track) = 0;

  /// The voice has said something that it cannot take: in one clause, and its last word.
  virtual void refuse(std::string reason) = 0;

  /// Called once, when nobody wants to hear more.
  virtual void when_over(std::function<void()> call) = 0;
};

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

  std::string id = {};  // of the behaviour that says it; voices need not care

  /// From a byte of the text on it is said faster or slower than it is written.
  struct Pace {
    std::size_t byte = 0;
    double rate = 1;

    friend bool operator==(const Pace&, const Pace&) = default;
  };
  std::optional<Pace> pace = {};

  std::shared_ptr<Revisions> revisions = {};  // null: nobody would hear of them

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
