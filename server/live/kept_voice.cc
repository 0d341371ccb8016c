#include "server/live/kept_voice.h"

#include <algorithm>

namespace kine::server {

KeptSpeech KeptSpeech::of(const speech::Utterance& utterance, Result<speech::SpeechTrack> said) {
  KINE_ASSERT(utterance.pace.has_value());
  KeptSpeech kept{.part = utterance.id, .pace = *utterance.pace, .said = Error{}};
  if (said) {
    kept.said = std::make_shared<const speech::SpeechTrack>(*std::move(said));
  } else {
    kept.said = said.error();
  }
  return kept;
}

Result<speech::SpeechTrack> KeptVoice::say(const speech::Utterance& utterance) const {
  const auto answers = [&](const KeptSpeech& each) {
    return each.part == utterance.id && utterance.pace && each.pace.rate == utterance.pace->rate &&
           each.pace.byte <= utterance.pace->byte;
  };
  const auto kept = std::ranges::find_if(kept_, answers);
  if (kept == kept_.end()) {
    unknown_.push_back(utterance);
    return Error{ErrorCode::Unsupported, "its voice was not asked yet"};
  }
  if (!kept->said) return kept->said.error();
  return **kept->said;
}

}  // namespace kine::server
