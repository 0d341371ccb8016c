#include "realizer/speech/bounded_voice.h"

#include "realizer/core/limits.h"

namespace kine::speech {

Result<SpeechTrack> BoundedVoice::say(const Utterance& utterance) const {
  const Error too_long{.code = ErrorCode::LimitExceeded,
                       .message = "the speeches of a block last longer than it may, 600 s"};
  if (said_ >= kBlockLengthMax) return too_long;
  Result<SpeechTrack> track =
      Error{.code = ErrorCode::Unsupported,
            .message = "the voice is not asked again in this block, for it failed too often"};
  if (failures_ < kVoiceFailuresMax) track = voice_.say(utterance);
  if (track) {
    said_ += track->length;
  } else {
    ++failures_;
    // What the voice cannot say may be mouthed.
    const auto mouthed = silent_voice().say(utterance);
    said_ += mouthed ? mouthed->length : Seconds{0};
  }
  if (said_ > kBlockLengthMax) return too_long;
  return track;
}

}  // namespace kine::speech
