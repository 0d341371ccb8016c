// A stream of sound by which one character moves: what is heard of it.
//
//   pieces of sound --IncomingSound--> samples --Hearing--> Heard
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "realizer/speech/hearing/hearing.h"
#include "server/listening/incoming_sound.h"

namespace kine::server {

class SpeechStream {
 public:
  /// An error where the rate is not one that can be heard.
  static Result<SpeechStream> make(CharacterId character, std::uint32_t rate_hz,
                                   const speech::ProsodyStatistics& training = {});

  CharacterId character() const { return character_; }
  std::uint32_t rate_hz() const { return rate_hz_; }

  /// What was heard by now; valid until the next call.
  std::span<const speech::Heard> take(std::uint64_t first_sample,
                                      std::span<const std::int16_t> samples, Seconds now);

  /// The sound is over: what of the last syllable was heard.
  std::span<const speech::Heard> finish() { return hearing_.finish(); }

  const IncomingSound::Losses& losses() const { return sound_.losses(); }

 private:
  SpeechStream(CharacterId character, std::uint32_t rate_hz, speech::Hearing hearing)
      : character_(character), rate_hz_(rate_hz), sound_(rate_hz), hearing_(std::move(hearing)) {}

  CharacterId character_;
  std::uint32_t rate_hz_;
  IncomingSound sound_;
  speech::Hearing hearing_;
};

}  // namespace kine::server
