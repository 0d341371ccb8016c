// Sound as .wav files have it: RIFF, with samples of 16 bits.
//
//   bytes of a .wav --read_wave--> Audio of one channel
#pragma once

#include <string_view>

#include "realizer/core/result.h"
#include "realizer/speech/speech_track.h"

namespace kine::server {

/// Of a file: ten minutes of two channels at 48,000 Hz.
inline constexpr std::size_t kWaveBytesMax = std::size_t{600} * 48'000 * 2 * 2 + 4'096;
inline constexpr std::uint32_t kWaveRateMin_hz = 8'000;
inline constexpr std::uint32_t kWaveRateMax_hz = 48'000;

/// Several channels become their mean.
Result<speech::Audio> read_wave(std::string_view bytes);

/// Where the samples of a .wav stand, and of what kind they are.
struct WaveHead {
  std::uint16_t channels = 0;
  std::uint32_t rate_hz = 0;
  std::size_t data_at = 0;
  std::size_t data_bytes = 0;  // as it says itself; a stream says 0, or more than come
};

/// Of the bytes with which one begins.
Result<WaveHead> read_wave_head(std::string_view bytes);

/// Samples of 16 bits of so many channels, as their mean. Bytes of a last, broken one are left out.
std::vector<std::int16_t> mixed_samples(std::string_view bytes, std::uint16_t channels);

/// Bytes by which a .wav says what it is; its samples follow, or what few tools write before them.
inline constexpr std::size_t kWaveHeadBytesMax = std::size_t{64} << 10;

/// Whether `head`, with which a file of so many bytes begins, is that of a .wav that read_wave
/// takes: the same errors. Of samples behind the head nothing is known.
Result<Done> check_wave_head(std::string_view head, std::size_t file_bytes);

}  // namespace kine::server
