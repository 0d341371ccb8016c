#include "server/live/voice_changes.h"

#include "server/live/memory_of.h"

namespace kine::server {

void VoiceChanges::take(speech::SpeechTrack track) {
  const std::size_t bytes = memory_of(track);
  auto kept = memory_.keep(std::make_shared<const speech::SpeechTrack>(std::move(track)), bytes);
  if (!kept) return refuse(kept.error().message);
  const std::lock_guard lock(mutex_);
  if (!is_over_) latest_.track = *std::move(kept);
  count_ = ++latest_.count;
}

void VoiceChanges::refuse(std::string reason) {
  const std::lock_guard lock(mutex_);
  latest_.refused = std::move(reason);
  count_ = ++latest_.count;
}

void VoiceChanges::when_over(std::function<void()> call) {
  may_come_ = true;
  {
    const std::lock_guard lock(mutex_);
    if (!is_over_) {
      when_over_ = std::move(call);
      return;
    }
  }
  call();
}

VoiceChanges::Latest VoiceChanges::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

void VoiceChanges::over() {
  std::function<void()> call;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    latest_.track.reset();
    call = std::exchange(when_over_, nullptr);
  }
  if (call) call();
}

Result<speech::SpeechTrack> ListeningVoice::say(const speech::Utterance& utterance) const {
  speech::Utterance listened = utterance;
  auto changes = std::make_shared<VoiceChanges>(memory_);
  listened.revisions = changes;
  auto said = voice_.say(listened);
  if (said && changes->may_come()) changing_.push_back({utterance.id, std::move(changes)});
  return said;
}

}  // namespace kine::server
