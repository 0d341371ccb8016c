// What a voice has said already of speeches that are to go on at another pace: a block that plays
// is planned by that alone, so that a voice which takes its time keeps no plan waiting.
//
//   Utterance at a pace --> KeptVoice --> what is kept, or a place among what is to be asked for
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/speech/voice.h"

namespace kine::server {

/// A speech, whole, as it is said from a byte on at another rate.
struct KeptSpeech {
  std::string part;  // its behaviour
  speech::Utterance::Pace pace;
  Result<std::shared_ptr<const speech::SpeechTrack>> said;  // or why it was not

  /// What a voice answered to `utterance`, which has a pace.
  static KeptSpeech of(const speech::Utterance& utterance, Result<speech::SpeechTrack> said);
};

/// Of one preparation, on one thread.
class KeptVoice final : public speech::Voice {
 public:
  /// `name` is that of the voice that has said them, and outlives this.
  KeptVoice(std::string_view name, std::vector<KeptSpeech> kept)
      : name_(name), kept_(std::move(kept)) {}

  std::string_view name() const override { return name_; }

  /// What was said at that rate from there on, or from before; an error where that is not known.
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  /// Utterances that are not known.
  std::vector<speech::Utterance> take_unknown() { return std::exchange(unknown_, {}); }

 private:
  std::string_view name_;
  std::vector<KeptSpeech> kept_;
  mutable std::vector<speech::Utterance> unknown_;
};

}  // namespace kine::server
