// A voice whose sound is charged to the sender of the script that it says, before it is made where
// its length can be foreseen.
//
//   Utterance --AccountedVoice--> SpeechTrack, charged as long as this is there; or a refusal
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "realizer/speech/voice.h"
#include "server/guests/memory_account.h"

namespace kine::server {

/// Of a voice that is to be heard: its least samples a second, as flite's. What it has made is
/// charged as it is.
inline constexpr double kForeseenRate_hz = 16'000;

/// Of one preparation, on one thread.
class AccountedVoice final : public speech::Voice {
 public:
  /// `voice` outlives this.
  AccountedVoice(const speech::Voice& voice, const MemoryHolder& memory)
      : voice_(voice), memory_(memory), share_(memory.share()) {}

  std::string_view name() const override { return voice_.name(); }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  /// Why it has not said something, where the account was full: a script that is not said whole is
  /// refused whole.
  const std::optional<Error>& refusal() const { return refusal_; }

  /// What it has said is charged otherwise.
  void give_back() { share_ = memory_.share(); }

 private:
  std::size_t foreseen(const speech::Utterance& utterance) const;
  Error refuse(const Error& error) const;

  const speech::Voice& voice_;
  const MemoryHolder memory_;
  mutable MemoryShare share_;
  mutable std::optional<Error> refusal_;
};

}  // namespace kine::server
