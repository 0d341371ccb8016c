#include "server/listening/speech_stream.h"

#include <algorithm>
#include <array>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/core/pcm16.h"

namespace kine::server {
namespace {

/// Those that Opus decodes to. So a packet, a multiple of 2.5 ms, is a whole number of samples at
/// each of them.
constexpr std::array<std::uint32_t, 5> kOpusRates_hz = {8'000, 12'000, 16'000, 24'000, 48'000};

/// The same place, counted in samples of OpusSound::kRate_hz. Between multiples of 2.5 ms the
/// differences are exact.
std::uint64_t at_rate_of_opus(std::uint64_t sample, std::uint32_t rate_hz) {
  return sample / rate_hz * OpusSound::kRate_hz + sample % rate_hz * OpusSound::kRate_hz / rate_hz;
}

std::uint32_t decoded_rate_hz(const SoundFormat& format) {
  return format.codec == SoundCodec::Opus ? OpusSound::kRate_hz : format.rate_hz;
}

/// In the place of what has been heard already: nobody hears it.
constexpr std::array<std::int16_t, OpusSound::kPacketMost> kHadBefore{};

}  // namespace

SpeechStream::SpeechStream(CharacterId character, const SoundFormat& format,
                           std::optional<OpusSound> opus, speech::Hearing hearing)
    : character_(character),
      format_(format),
      opus_(std::move(opus)),
      sound_(decoded_rate_hz(format)),
      hearing_(std::move(hearing)),
      lips_(decoded_rate_hz(format)) {}

Result<SpeechStream> SpeechStream::make(CharacterId character, const SoundFormat& format,
                                        const speech::ProsodyStatistics& training) {
  std::optional<OpusSound> opus;
  if (format.codec == SoundCodec::Opus) {
    if (std::ranges::find(kOpusRates_hz, format.rate_hz) == kOpusRates_hz.end()) {
      return Error{ErrorCode::OutOfRange,
                   "sound of Opus counts 8000, 12000, 16000, 24000 or 48000 samples a second, and "
                   "not " +
                       kine::quoted(std::to_string(format.rate_hz))};
    }
    auto decoder = OpusSound::make();
    if (!decoder) return decoder.error();
    opus = *std::move(decoder);
  }
  auto hearing = speech::Hearing::make({.rate_hz = decoded_rate_hz(format), .training = training});
  if (!hearing) return hearing.error();
  return SpeechStream(character, format, std::move(opus), *std::move(hearing));
}

/// A decoder goes on from the packet before, so it begins anew behind a gap.
Result<std::span<const std::int16_t>> SpeechStream::decoded(std::uint64_t first_sample,
                                                            std::string_view packet) {
  const auto count = OpusSound::samples_in(packet);
  if (count && *count <= kHadBefore.size() && sound_.has_had(first_sample, *count)) {
    return std::span(kHadBefore).first(*count);
  }
  if (sound_.is_gap(first_sample)) opus_->forget();
  if (const auto samples = opus_->decode(packet)) return *samples;
  opus_->forget();
  return Error{ErrorCode::Syntax, "a packet that is no Opus: silence stands in its place"};
}

std::uint32_t SpeechStream::rate_hz() const { return decoded_rate_hz(format_); }

std::span<const speech::Heard> SpeechStream::hear(std::span<const float> samples) {
  samples_ = samples;
  for (const float sample : samples) {
    if (const auto weights = lips_.push(sample)) lips_now_ = *weights;
  }
  const auto heard = hearing_.push(samples);
  for (const speech::Heard& each : heard) brows_.push(each);
  return heard;
}

Result<std::span<const speech::Heard>> SpeechStream::take(std::uint64_t first_sample,
                                                          std::string_view bytes, Seconds now) {
  samples_ = {};
  if (!opus_) {
    return hear(sound_.take(first_sample, pcm16_samples(bytes), now));
  }
  const std::uint64_t first = at_rate_of_opus(first_sample, format_.rate_hz);
  if (bytes.empty()) return hear(sound_.take(first, {}, now));
  const auto samples = decoded(first, bytes);
  if (!samples) return samples.error();
  return hear(sound_.take(first, *samples, now));
}

}  // namespace kine::server
