// A stream of sound by which one character moves: what is heard of it.
//
//   pieces of sound --OpusSound, where they are packets--> --IncomingSound--> samples
//   samples --Hearing, HeardLips, HeardBrows--> Heard, and how mouth and brows are
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "realizer/speech/hearing/heard_brows.h"
#include "realizer/speech/hearing/heard_lips.h"
#include "realizer/speech/hearing/hearing.h"
#include "server/listening/incoming_sound.h"
#include "server/listening/opus_sound.h"

namespace kine::server {

enum class SoundCodec : std::uint8_t { Pcm16, Opus };

struct SoundFormat {
  std::uint32_t rate_hz = OpusSound::kRate_hz;  // by which samples are counted
  SoundCodec codec = SoundCodec::Pcm16;

  friend bool operator==(const SoundFormat&, const SoundFormat&) = default;
};

class SpeechStream {
 public:
  /// An error where the rate is not one that can be heard, or one that Opus has not.
  static Result<SpeechStream> make(CharacterId character, const SoundFormat& format,
                                   const speech::ProsodyStatistics& training = {});

  CharacterId character() const { return character_; }
  const SoundFormat& format() const { return format_; }

  /// Samples of 16 bits, or one packet, or nothing. What was heard by now is valid until the next
  /// call. An error where a packet is broken: as of one that never came, silence stands in its
  /// place.
  Result<std::span<const speech::Heard>> take(std::uint64_t first_sample, std::string_view bytes,
                                              Seconds now);

  /// The sound is over: what of the last syllable was heard.
  std::span<const speech::Heard> finish() { return hearing_.finish(); }

  /// What the last take() added to the sound, at rate_hz(); 1 at full scale. Valid until the next.
  std::span<const float> samples() const { return samples_; }
  std::uint32_t rate_hz() const;

  /// How the speaker's mouth was last, and how far brows are up by what was heard.
  const speech::LipWeights& lips() const { return lips_now_; }
  std::uint8_t brows() const { return brows_.at(length()); }

  /// Of the sound that was heard, with the silence of gaps.
  Seconds length() const { return sound_.length(); }

  const IncomingSound::Losses& losses() const { return sound_.losses(); }

 private:
  SpeechStream(CharacterId character, const SoundFormat& format, std::optional<OpusSound> opus,
               speech::Hearing hearing);

  std::span<const speech::Heard> hear(std::span<const float> samples);
  Result<std::span<const std::int16_t>> decoded(std::uint64_t first_sample,
                                                std::string_view packet);

  CharacterId character_;
  SoundFormat format_;
  std::optional<OpusSound> opus_;
  IncomingSound sound_;             // at the rate of what was decoded
  std::span<const float> samples_;  // of sound_
  speech::Hearing hearing_;
  speech::HeardLips lips_;
  speech::LipWeights lips_now_{};
  speech::HeardBrows brows_;
};

}  // namespace kine::server
