// How true the times of a speech's words are, as it travels.
#pragma once

#include "protocol/audio.h"
#include "realizer/speech/voice.h"

namespace kine::server {

constexpr protocol::SpeechTiming timing_on_the_wire(speech::Timing timing) {
  switch (timing) {
    case speech::Timing::Measured:
      return protocol::SpeechTiming::Measured;
    case speech::Timing::Marks:
      return protocol::SpeechTiming::Marks;
    case speech::Timing::Aligned:
      return protocol::SpeechTiming::Aligned;
    case speech::Timing::Estimated:
      break;
  }
  return protocol::SpeechTiming::Estimated;
}

}  // namespace kine::server
