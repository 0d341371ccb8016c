// A voice for tests of what is done by sound alone.
#pragma once

#include "realizer/speech/voice.h"
#include "tests/support/speech/syllables.h"

namespace kine::test {

/// Whatever is to be said, everybody hears two seconds of syllables without words, four a second.
class SyllablesVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "syllables"; }
  Result<speech::SpeechTrack> say(const speech::Utterance&) const override {
    speech::SpeechTrack track;
    track.audio = {.rate_hz = 16'000, .samples = syllables(2, 0.2, 16'000)};
    track.length = track.audio.length();
    return track;
  }
};

}  // namespace kine::test
