#include "realizer/speech/hearing/intensity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "realizer/speech/loudness.h"

namespace kine::speech {
namespace {

constexpr double kBandLow_hz = 400;
constexpr double kBandHigh_hz = 2'500;

// Half the window in standard deviations: there the weight is 1 % of its middle.
constexpr double kDeviations = 3;

// What a filter remembers below this is nothing: such numbers would become denormal, and slow.
constexpr double kForgotten = 1e-30;

// Squares are kept in one piece, and moved to the front where this is full: every 20th frame.
constexpr std::size_t kSquaresKept = Intensity::kWindow + 20 * kHop;

}  // namespace

// Butterworth's, by the bilinear transform: H(s) = 1 / (s² + √2·s + 1), and s² over the same.
Biquad Biquad::low_pass(double cut_hz) {
  const double k = std::tan(std::numbers::pi * cut_hz / kHeardRate_hz);
  const double scale = 1 / (1 + std::numbers::sqrt2 * k + k * k);
  Biquad filter;
  filter.b0_ = k * k * scale;
  filter.b1_ = 2 * filter.b0_;
  filter.b2_ = filter.b0_;
  filter.a1_ = 2 * (k * k - 1) * scale;
  filter.a2_ = (1 - std::numbers::sqrt2 * k + k * k) * scale;
  return filter;
}

Biquad Biquad::high_pass(double cut_hz) {
  const double k = std::tan(std::numbers::pi * cut_hz / kHeardRate_hz);
  Biquad filter = low_pass(cut_hz);
  filter.b0_ /= k * k;
  filter.b1_ = -2 * filter.b0_;
  filter.b2_ = filter.b0_;
  return filter;
}

double Biquad::filter(double sample) {
  const double output = b0_ * sample + first_;
  first_ = b1_ * sample - a1_ * output + second_;
  second_ = b2_ * sample - a2_ * output;
  if (std::abs(first_) < kForgotten) first_ = 0;
  if (std::abs(second_) < kForgotten) second_ = 0;
  return output;
}

Intensity::Intensity()
    : high_pass_(Biquad::high_pass(kBandLow_hz)),
      high_pass_again_(Biquad::high_pass(kBandLow_hz)),
      low_pass_(Biquad::low_pass(kBandHigh_hz)),
      weights_(kWindow),
      squares_(kSquaresKept, 0) {
  double sum = 0;
  const auto weight = [](std::size_t i) {
    const double away = (static_cast<double>(i) + 0.5) / (kWindow / 2.0) - 1;  // -1 to 1
    return std::exp(-0.5 * kDeviations * kDeviations * away * away);
  };
  for (std::size_t i = 0; i < kWindow; ++i) sum += weight(i);
  for (std::size_t i = 0; i < kWindow; ++i) weights_[i] = static_cast<float>(weight(i) / sum);
}

std::optional<IntensityFrame> Intensity::push(float sample) {
  if (next_ == kSquaresKept) {
    std::copy(squares_.end() - kWindow, squares_.end(), squares_.begin());
    next_ = kWindow;
  }
  const double inside = low_pass_.filter(high_pass_again_.filter(high_pass_.filter(sample)));
  squares_[next_++] = static_cast<float>(inside * inside);
  if (--due_ > 0) return {};
  due_ = kHop;
  return IntensityFrame{.frame = frames_++, .db = level_db()};
}

float Intensity::level_db() const {
  const float* square = squares_.data() + (next_ - kWindow);
  std::array<float, 4> sums{};  // four, so that none waits for the last
  for (std::size_t i = 0; i < kWindow; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      sums[lane] += weights_[i + lane] * square[i + lane];
    }
  }
  const double mean =
      (static_cast<double>(sums[0]) + sums[1]) + (static_cast<double>(sums[2]) + sums[3]);
  if (mean <= 0) return static_cast<float>(kQuietest_db);
  return static_cast<float>(std::max(kQuietest_db, 10 * std::log10(mean)));
}

}  // namespace kine::speech
