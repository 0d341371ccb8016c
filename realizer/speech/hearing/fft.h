// A Fourier transform of real samples, for the autocorrelation of pitch.
//
//   2^n samples --transform--> 2^(n-1) + 1 bins
//
// The tables are made once. A transform allocates nothing.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kine::speech {

class RealFft {
 public:
  /// `size` is a power of two, and at least 4.
  explicit RealFft(std::size_t size);

  std::size_t size() const { return 2 * half_; }

  /// Bin k is the sum of samples[i]·exp(-2πi·k·i / size). There are size / 2 + 1 bins.
  void transform(std::span<const float> samples, std::span<std::complex<float>> bins) const;

 private:
  std::size_t half_;
  std::vector<std::complex<float>> turns_;  // exp(-2πi·k / size), for k below size / 2
  std::vector<std::uint32_t> reversed_;     // indices below size / 2 with their bits reversed
};

}  // namespace kine::speech
