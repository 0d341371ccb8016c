#include "realizer/speech/hearing/fft.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

#include "realizer/core/assert.h"

namespace kine::speech {
namespace {

/// The operator of std::complex asks for NaN, which takes three times as long.
std::complex<float> product(std::complex<float> a, std::complex<float> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Sums and turned differences of `count` pairs. Nothing overlaps.
void cross(std::size_t count, std::complex<float> turn, const float* __restrict a_real,
           const float* __restrict a_imaginary, const float* __restrict b_real,
           const float* __restrict b_imaginary, float* __restrict to_real,
           float* __restrict to_imaginary) {
  for (std::size_t q = 0; q < count; ++q) {
    const float real = a_real[q] - b_real[q];
    const float imaginary = a_imaginary[q] - b_imaginary[q];
    to_real[q] = a_real[q] + b_real[q];
    to_imaginary[q] = a_imaginary[q] + b_imaginary[q];
    to_real[q + count] = real * turn.real() - imaginary * turn.imag();
    to_imaginary[q + count] = real * turn.imag() + imaginary * turn.real();
  }
}

}  // namespace

RealFft::RealFft(std::size_t size)
    : half_(size / 2),
      turns_(half_),
      real_(half_),
      imaginary_(half_),
      next_real_(half_),
      next_imaginary_(half_) {
  KINE_ASSERT(std::has_single_bit(size));
  KINE_ASSERT(size >= 4);
  for (std::size_t k = 0; k < half_; ++k) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size);
    turns_[k] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
  }
}

void RealFft::transform(std::span<const float> samples, std::span<Bin> bins) {
  KINE_ASSERT(samples.size() == size());
  KINE_ASSERT(bins.size() == half_ + 1);
  // Even samples as real parts and odd ones as imaginary parts: half the size does.
  for (std::size_t k = 0; k < half_; ++k) {
    real_[k] = samples[2 * k];
    imaginary_[k] = samples[2 * k + 1];
  }
  transform_half();
  // The transforms of even and odd samples apart, and then together.
  bins[0] = {real_[0] + imaginary_[0], 0};
  bins[half_] = {real_[0] - imaginary_[0], 0};
  for (std::size_t k = 1; k <= half_ / 2; ++k) {
    const Bin a{real_[k], imaginary_[k]};
    const Bin b{real_[half_ - k], -imaginary_[half_ - k]};
    const Bin even = (a + b) * 0.5F;
    const Bin difference = (a - b) * 0.5F;
    const Bin odd = product({difference.imag(), -difference.real()}, turns_[k]);
    bins[k] = even + odd;
    bins[half_ - k] = std::conj(even - odd);
  }
}

/// Stockham's form of radix 2: each pass writes to where the next one reads, in order.
void RealFft::transform_half() {
  for (std::size_t stride = 1; stride < half_; stride *= 2) {
    const std::size_t pairs = half_ / stride / 2;
    for (std::size_t p = 0; p < pairs; ++p) {
      const std::size_t a = stride * p;
      const std::size_t b = stride * (p + pairs);
      cross(stride, turns_[2 * stride * p], &real_[a], &imaginary_[a], &real_[b], &imaginary_[b],
            &next_real_[2 * a], &next_imaginary_[2 * a]);
    }
    std::swap(real_, next_real_);
    std::swap(imaginary_, next_imaginary_);
  }
}

}  // namespace kine::speech
