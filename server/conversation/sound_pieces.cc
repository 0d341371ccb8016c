#include "server/conversation/sound_pieces.h"

#include <algorithm>

#include "realizer/core/number.h"
#include "realizer/core/pcm16.h"
#include "server/voices/wave_file.h"

namespace kine::server {
namespace {

constexpr Seconds kMessageMost{0.06};
constexpr std::uint32_t kDelayLeast_ms = 100;
constexpr std::uint32_t kDelayMost_ms = 800;

std::string length_of(std::size_t samples, std::uint32_t rate_hz) {
  return quoted(format_number(1'000.0 * static_cast<double>(samples) / rate_hz));
}

/// What is wrong with samples of 16 bits; empty: nothing.
std::string fault_of_samples(const kinesphere::AudioIn& sound) {
  const std::size_t bytes = sound.samples().size();
  if (bytes % kPcm16Bytes != 0) {
    return "must have samples of 2 bytes, not " + quoted(std::to_string(bytes)) + " bytes";
  }
  const std::size_t count = bytes / kPcm16Bytes;
  const std::uint32_t rate_hz = std::max(sound.rate_hz(), kWaveRateMin_hz);
  if (Seconds(static_cast<double>(count) / rate_hz) <= kMessageMost) return {};
  return "must be at most 60 ms a message, not " + length_of(count, rate_hz) + " ms";
}

/// The same of a packet of Opus. That one is broken is said by its stream.
std::string fault_of_packet(const kinesphere::AudioIn& sound) {
  const auto decoded = OpusSound::samples_in(sound.samples());
  if (!decoded) return {};
  if (*decoded < OpusSound::kPacketLeast || *decoded > OpusSound::kPacketMost) {
    return "must be 10 to 60 ms a packet, not " + length_of(*decoded, OpusSound::kRate_hz) + " ms";
  }
  const std::uint64_t count = std::uint64_t{*decoded} * sound.rate_hz() / OpusSound::kRate_hz;
  if (sound.sample_count() == 0 || sound.sample_count() == count) return {};
  return "has " + std::to_string(count) + " samples in its packet, not " +
         quoted(std::to_string(sound.sample_count()));
}

}  // namespace

std::string number_of(const kinesphere::AudioIn& sound) {
  return quoted(std::to_string(sound.stream()));
}

std::string fault_of(const kinesphere::AudioIn& sound) {
  std::string fault;
  switch (sound.codec()) {
    case kinesphere::AUDIO_CODEC_PCM16:
      fault = fault_of_samples(sound);
      break;
    case kinesphere::AUDIO_CODEC_OPUS:
      fault = fault_of_packet(sound);
      break;
    default:
      fault = "must be PCM16 or Opus, not codec " + quoted(std::to_string(sound.codec()));
  }
  const std::uint32_t delay_ms = sound.delay_ms();
  const bool is_delay = delay_ms >= kDelayLeast_ms && delay_ms <= kDelayMost_ms;
  if (fault.empty() && delay_ms != 0 && !is_delay) {
    fault = "must be held back by 0 or " + std::to_string(kDelayLeast_ms) + " to " +
            std::to_string(kDelayMost_ms) + " ms, not " + quoted(std::to_string(delay_ms));
  }
  return fault.empty() ? fault : "sound of stream " + number_of(sound) + ' ' + fault;
}

SoundFormat format_of(const kinesphere::AudioIn& sound) {
  return {.rate_hz = sound.rate_hz(),
          .codec =
              sound.codec() == kinesphere::AUDIO_CODEC_OPUS ? SoundCodec::Opus : SoundCodec::Pcm16};
}

}  // namespace kine::server
