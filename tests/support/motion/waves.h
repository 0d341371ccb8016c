// Files of sound, as their specification has them: RIFF and WAVE, samples of 16 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kine::test {

/// Samples as the 16-bit numbers that clients send.
inline std::string pcm16_of(std::span<const std::int16_t> samples) {
  return {reinterpret_cast<const char*>(samples.data()), samples.size_bytes()};
}

inline std::string wave_of(const std::vector<std::int16_t>& samples, std::uint32_t rate_hz,
                           std::uint16_t channels = 1) {
  std::string bytes;
  const auto put = [&](auto number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  const auto data_bytes = static_cast<std::uint32_t>(samples.size() * 2);
  bytes += "RIFF";
  put(36 + data_bytes);
  bytes += "WAVEfmt ";
  put(std::uint32_t{16});
  put(std::uint16_t{1});
  put(channels);
  put(rate_hz);
  put(std::uint32_t{rate_hz * channels * 2U});
  put(static_cast<std::uint16_t>(channels * 2));
  put(std::uint16_t{16});
  bytes += "data";
  put(data_bytes);
  for (const std::int16_t sample : samples) put(sample);
  return bytes;
}

}  // namespace kine::test
