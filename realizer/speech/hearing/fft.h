// A Fourier transform of real samples, for the autocorrelation of pitch.
//
//   2^n samples --transform--> 2^(n-1) + 1 bins
//
// The tables and the room to work in are made once. A transform allocates nothing.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace kine::speech {

class RealFft {
 public:
  /// `size` is a power of two, and at least 4.
  explicit RealFft(std::size_t size);

  std::size_t size() const { return 2 * half_; }

  /// Bin k is the sum of samples[i]·exp(-2πi·k·i / size). There are size / 2 + 1 bins.
  void transform(std::span<const float> samples, std::span<std::complex<float>> bins);

 private:
  using Bin = std::complex<float>;

  void transform_half();

  std::size_t half_;
  std::vector<Bin> turns_;  // exp(-2πi·k / size), for k below size / 2

  // Real and imaginary parts apart, so that the compiler does four at a time.
  std::vector<float> real_;
  std::vector<float> imaginary_;
  std::vector<float> next_real_;
  std::vector<float> next_imaginary_;
};

}  // namespace kine::speech
