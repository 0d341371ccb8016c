// Sound with syllables at known times, as a .wav.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/motion/waves.h"
#include "tests/support/speech/tones.h"

namespace kine::test {

/// Four syllables a second whose pitch goes up and down, the loudest each `amplitude` of its time;
/// then silence.
inline std::vector<std::int16_t> syllables(
    double speech_s, double silence_s, double rate_hz,
    const OfTime& amplitude = [](double) { return 0.5; }) {
  std::vector<std::int16_t> samples;
  const auto tone = harmonic_tone(
      rate_hz, speech_s,
      [](double time_s) { return 180 + 40 * std::sin(2 * std::numbers::pi * time_s); },
      [&](double time_s) {
        return amplitude(time_s) * std::pow(std::sin(4 * std::numbers::pi * time_s), 2);
      });
  for (const float sample : tone) {
    samples.push_back(static_cast<std::int16_t>(std::lround(sample * 32'767)));
  }
  samples.resize(static_cast<std::size_t>((speech_s + silence_s) * rate_hz), 0);
  return samples;
}

inline std::string syllables_wave(double speech_s, double silence_s) {
  return wave_of(syllables(speech_s, silence_s, 16'000), 16'000);
}

}  // namespace kine::test
