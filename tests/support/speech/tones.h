// Sound with known pitch and loudness.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

namespace kine::test {

using OfTime = std::function<double(double time_s)>;

/// So many harmonics, each as 1 / its number, whose fundamental and amplitude change with time.
/// Above 0.45 of the rate there are none.
inline std::vector<float> harmonic_tone(double rate_hz, double length_s, const OfTime& f0_hz,
                                        const OfTime& amplitude, int harmonics = 20) {
  std::vector<float> samples;
  double phase = 0;
  const auto count = static_cast<std::size_t>(length_s * rate_hz);
  for (std::size_t i = 0; i < count; ++i) {
    const double time_s = static_cast<double>(i) / rate_hz;
    const double now_hz = f0_hz(time_s);
    double sum = 0;
    for (int k = 1; k <= harmonics && k * now_hz < 0.45 * rate_hz; ++k) {
      sum += std::sin(k * phase) / k;
    }
    samples.push_back(static_cast<float>(amplitude(time_s) * sum / 2));
    phase = std::fmod(phase + 2 * std::numbers::pi * now_hz / rate_hz, 2 * std::numbers::pi);
  }
  return samples;
}

/// Of one frequency and amplitude.
inline std::vector<float> sine(double rate_hz, double length_s, double hz, double amplitude) {
  return harmonic_tone(
      rate_hz, length_s, [=](double) { return hz; }, [=](double) { return 2 * amplitude; }, 1);
}

/// Even noise, the same every time.
inline std::vector<float> noise(std::size_t count, double amplitude) {
  std::vector<float> samples;
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    samples.push_back(static_cast<float>(amplitude * (state / 2'147'483'648.0 - 1)));
  }
  return samples;
}

}  // namespace kine::test
