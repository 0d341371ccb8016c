#include "realizer/speech/hearing/resampler.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "realizer/core/assert.h"
#include "realizer/speech/hearing/frame_grid.h"

namespace kine::speech {
namespace {

// Zeros of the sinc on each side. With the window they give a way of 1.2 kHz from what passes to
// what is suppressed, at a rate of 16 kHz …
constexpr double kLobes = 24;

// … in the middle of which the sinc cuts, as a share of the lower of both Nyquist frequencies.
constexpr double kCut = 0.92;

// Of the Kaiser window: 60 dB.
constexpr double kBeta = 5.65;

// The usual rates need fewer. Others take the nearest row: an error of 70 dB below a tone of 3 kHz.
constexpr std::uint64_t kRowsMax = 640;

/// The modified Bessel function of order 0, by its series.
double bessel(double x) {
  double sum = 1;
  double term = 1;
  for (int k = 1; k < 40; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

double sinc(double x) {
  return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

double kaiser(double share) {
  const double inside = 1 - share * share;
  return inside <= 0 ? 0 : bessel(kBeta * std::sqrt(inside)) / bessel(kBeta);
}

}  // namespace

Resampler::Resampler(std::uint32_t rate_hz) {
  KINE_ASSERT(rate_hz >= kHearingRateMin_hz);
  KINE_ASSERT(rate_hz <= kHearingRateMax_hz);
  if (rate_hz == kHeardRate_hz) return;
  const std::uint64_t common = std::gcd(std::uint64_t{rate_hz}, std::uint64_t{kHeardRate_hz});
  up_ = kHeardRate_hz / common;
  down_ = rate_hz / common;
  const double ratio = static_cast<double>(rate_hz) / kHeardRate_hz;
  const double cut = kCut / std::max(ratio, 1.0);
  half_ = static_cast<std::size_t>(std::ceil(kLobes * std::max(ratio, 1.0)));
  rows_ = static_cast<std::size_t>(std::min(up_, kRowsMax));
  recent_.assign(4 * half_, 0);
  std::vector<double> row(2 * half_);
  for (std::size_t r = 0; r <= rows_; ++r) {
    const double share = static_cast<double>(r) / static_cast<double>(rows_);
    for (std::size_t j = 0; j < row.size(); ++j) {
      const double away = static_cast<double>(j) + 1 - static_cast<double>(half_) - share;
      row[j] = sinc(cut * away) * kaiser(away / static_cast<double>(half_));
    }
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (const double weight : row) weights_.push_back(static_cast<float>(weight / sum));
  }
}

Resampler::Output Resampler::push(float sample) {
  Output output;
  if (half_ == 0) {
    output.samples[output.count++] = sample;
    return output;
  }
  recent_[next_] = sample;
  recent_[next_ + 2 * half_] = sample;
  next_ = (next_ + 1) % (2 * half_);
  ++taken_;
  while (taken_ > index_ + half_) {
    KINE_ASSERT(output.count < output.samples.size());
    output.samples[output.count++] = output_here();
    phase_ += down_;
    index_ += phase_ / up_;
    phase_ %= up_;
  }
  return output;
}

float Resampler::output_here() const {
  const std::size_t row = static_cast<std::size_t>((phase_ * rows_ + up_ / 2) / up_);
  const float* weight = weights_.data() + row * 2 * half_;
  const float* sample = recent_.data() + next_;
  // Four sums, so that none waits for the last; 2·half_ is even, and what is left comes after.
  std::array<float, 4> sums{};
  std::size_t j = 0;
  for (; j + 4 <= 2 * half_; j += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += weight[j + lane] * sample[j + lane];
  }
  for (; j < 2 * half_; ++j) sums[0] += weight[j] * sample[j];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace kine::speech
