#include "realizer/speech/bounded_voice.h"

#include "realizer/core/limits.h"

namespace kine::speech {

Result<SpeechTrack> BoundedVoice::say(const Utterance& utterance) const {
  const Error too_long{.code = ErrorCode::LimitExceeded,
                       .message = "the speeches of a block last longer than it may, 600 s"};
  if (said_ >= kBlockLengthMax) return too_long;
  if (failures_ >= kVoiceFailuresMax) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "the voice is not asked again in this block, for it failed too often"};
  }
  auto track = voice_.say(utterance);
  if (!track) {
    ++failures_;
    return track;
  }
  said_ += track->length;
  if (said_ > kBlockLengthMax) return too_long;
  return track;
}

}  // namespace kine::speech
