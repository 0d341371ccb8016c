#include "realizer/speech/hearing/fft.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "realizer/core/assert.h"

namespace kine::speech {
namespace {

using Bin = std::complex<float>;

/// The operator of std::complex asks for NaN, which takes three times as long.
Bin product(Bin a, Bin b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

RealFft::RealFft(std::size_t size) : half_(size / 2), turns_(half_), reversed_(half_, 0) {
  KINE_ASSERT(std::has_single_bit(size));
  KINE_ASSERT(size >= 4);
  for (std::size_t k = 0; k < half_; ++k) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size);
    turns_[k] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    reversed_[k] = static_cast<std::uint32_t>(reversed_[k / 2] / 2 + (k % 2) * (half_ / 2));
  }
}

void RealFft::transform(std::span<const float> samples, std::span<Bin> bins) const {
  KINE_ASSERT(samples.size() == size());
  KINE_ASSERT(bins.size() == half_ + 1);
  // Even samples as real parts and odd ones as imaginary parts: half the size does.
  for (std::size_t k = 0; k < half_; ++k) {
    bins[reversed_[k]] = {samples[2 * k], samples[2 * k + 1]};
  }
  for (std::size_t width = 1; width < half_; width *= 2) {
    const std::size_t stride = half_ / width;
    for (std::size_t begin = 0; begin < half_; begin += 2 * width) {
      for (std::size_t k = 0; k < width; ++k) {
        const Bin a = bins[begin + k];
        const Bin b = product(bins[begin + k + width], turns_[k * stride]);
        bins[begin + k] = a + b;
        bins[begin + k + width] = a - b;
      }
    }
  }
  // The transforms of even and odd samples apart, and then together.
  bins[half_] = {bins[0].real() - bins[0].imag(), 0};
  bins[0] = {bins[0].real() + bins[0].imag(), 0};
  for (std::size_t k = 1; k <= half_ / 2; ++k) {
    const Bin a = bins[k];
    const Bin b = std::conj(bins[half_ - k]);
    const Bin even = (a + b) * 0.5F;
    const Bin difference = (a - b) * 0.5F;
    const Bin odd = product({difference.imag(), -difference.real()}, turns_[k]);
    bins[k] = even + odd;
    bins[half_ - k] = std::conj(even - odd);
  }
}

}  // namespace kine::speech
