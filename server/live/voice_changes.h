// What a voice changes of speeches after it has said them: from the thread on which it hears of it
// to the one that plays them.
//
//   Voice --VoiceChanges::take--> LiveBlocks, each tick --> the rest of the block, planned anew
//
// A ListeningVoice gives each speech of a script its VoiceChanges while the script is prepared, and
// keeps those of which the voice has said that there may be more to come.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/speech/voice.h"
#include "server/guests/memory_account.h"

namespace kine::server {

/// Every call from any thread.
class VoiceChanges final : public speech::Revisions {
 public:
  VoiceChanges() = default;

  /// What it has heard last is charged to `memory`; for what there is no room is refused.
  explicit VoiceChanges(MemoryHolder memory) : memory_(std::move(memory)) {}
  ~VoiceChanges() override { over(); }

  void take(speech::SpeechTrack track) override;
  void refuse(std::string reason) override;
  void when_over(std::function<void()> call) override;

  /// Whether the voice may change it.
  bool may_come() const { return may_come_; }

  /// How often it has changed, a refusal among them: more than before, and there is something new.
  std::size_t count() const { return count_; }

  struct Latest {
    std::size_t count = 0;
    std::shared_ptr<const speech::SpeechTrack> track;  // null: it has not changed
    std::string refused;                               // empty: nothing was
  };
  Latest latest() const;

  /// Nobody wants to hear more, nor what was heard last.
  void over();

 private:
  const MemoryHolder memory_ = {};
  mutable std::mutex mutex_;
  Latest latest_;
  std::function<void()> when_over_;
  bool is_over_ = false;
  std::atomic<bool> may_come_{false};
  std::atomic<std::size_t> count_{0};
};

/// A speech of a script, and what its voice changes of it.
struct ChangingSpeech {
  std::string part;                       // its behaviour
  std::shared_ptr<VoiceChanges> changes;  // never null
};

/// Of one preparation, on one thread.
class ListeningVoice final : public speech::Voice {
 public:
  /// `voice` outlives this; what it changes is charged to `memory`.
  explicit ListeningVoice(const speech::Voice& voice, MemoryHolder memory = {})
      : voice_(voice), memory_(std::move(memory)) {}

  std::string_view name() const override { return voice_.name(); }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  std::vector<ChangingSpeech> take_changing() { return std::exchange(changing_, {}); }

 private:
  const speech::Voice& voice_;
  const MemoryHolder memory_ = {};
  mutable std::vector<ChangingSpeech> changing_;
};

}  // namespace kine::server
