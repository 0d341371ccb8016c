// A voice as one block may use it: for as long as a block lasts in all, and no more often than it
// works.
//
//   a block's speeches --> BoundedVoice --> the voice that there is
//
// A block may hold two thousand speeches. Ten minutes of each would not fit into memory, and a
// voice that does not answer takes seconds to find out.
#pragma once

#include "realizer/speech/voice.h"

namespace kine::speech {

/// Speeches of a block that its voice could not say, before it is not asked any more.
inline constexpr int kVoiceFailuresMax = 8;

/// Of one thread, unlike other voices: it counts.
class BoundedVoice final : public Voice {
 public:
  /// `voice` outlives this.
  explicit BoundedVoice(const Voice& voice) : voice_(voice) {}

  std::string_view name() const override { return voice_.name(); }
  Result<SpeechTrack> say(const Utterance& utterance) const override;

 private:
  const Voice& voice_;
  mutable Seconds said_{0};
  mutable int failures_ = 0;
};

}  // namespace kine::speech
