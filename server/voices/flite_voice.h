// The voice `flite`: English, in this process, where the espeak program is not wanted.
//
//   Utterance --a sentence at a time--> flite: words, sounds, samples --> SpeechTrack
//
// Built where Debian's flite1-dev is; else there is no such voice. One sentence at a time, for its
// voices share what they compute with.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "realizer/speech/voice.h"

namespace kine::server {

class FliteVoice final : public speech::Voice {
 public:
  /// An error where this program was built without the library.
  static Result<std::unique_ptr<FliteVoice>> start();

  std::string_view name() const override { return "flite"; }

  /// Its voices are "slt", a woman's and the first, and "rms", a man's.
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

 private:
  FliteVoice() = default;

  mutable std::mutex mutex_;  // of the library
};

}  // namespace kine::server
