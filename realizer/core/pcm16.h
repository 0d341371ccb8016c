// Samples of sound as bytes: 16 bits each, little-endian, on the wire, in files and in logs.
//
//   samples --pcm16_bytes--> bytes --pcm16_samples--> the same samples
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kine {

inline constexpr std::size_t kPcm16Bytes = 2;  // of a sample

/// The sample whose bytes begin at `at`. Both are there.
inline std::int16_t pcm16_at(std::string_view bytes, std::size_t at) {
  const unsigned low = static_cast<unsigned char>(bytes[at]);
  const unsigned high = static_cast<unsigned char>(bytes[at + 1]);
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(low | high << 8));
}

/// Bytes of a last, broken sample are left out.
inline std::vector<std::int16_t> pcm16_samples(std::string_view bytes) {
  std::vector<std::int16_t> samples(bytes.size() / kPcm16Bytes);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = pcm16_at(bytes, kPcm16Bytes * i);
  return samples;
}

inline void append_pcm16(std::span<const std::int16_t> samples, std::string& bytes) {
  std::size_t at = bytes.size();
  bytes.resize(at + kPcm16Bytes * samples.size());
  for (const std::int16_t sample : samples) {
    const auto bits = static_cast<std::uint16_t>(sample);
    bytes[at++] = static_cast<char>(bits & 0xFF);
    bytes[at++] = static_cast<char>(bits >> 8);
  }
}

inline std::string pcm16_bytes(std::span<const std::int16_t> samples) {
  std::string bytes;
  append_pcm16(samples, bytes);
  return bytes;
}

/// 1 at full scale.
inline float amplitude_of(std::int16_t sample) { return static_cast<float>(sample) / 32'768; }

/// The nearest one. What is louder than can be is as loud as can be.
inline std::int16_t sample_of(float amplitude) {
  return static_cast<std::int16_t>(
      std::lround(std::clamp(32'768 * amplitude, -32'768.0F, 32'767.0F)));
}

}  // namespace kine
