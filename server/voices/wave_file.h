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

}  // namespace kine::server
