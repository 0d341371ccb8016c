#include "server/listening/stretched_sound.h"

#include <cmath>
#include <numbers>

namespace kine::server {
namespace {

// Places between two samples. The nearest one is off by a thousandth of a sample: 56 dB below a
// tone at half the highest pitch.
constexpr std::size_t kSincRows = 512;

// Of the Kaiser window: 50 dB.
constexpr double kSincBeta = 4.5;

constexpr std::size_t kTaps = 2 * StretchedSound::kHalf;
using SincRow = std::array<float, kTaps>;

double sinc(double x) {
  return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

/// Weights of the samples about a place that is `share` of the way behind the one in the middle.
SincRow sinc_row_at(double share) {
  std::array<double, kTaps> weights{};
  double sum = 0;
  for (std::size_t i = 0; i < kTaps; ++i) {
    const double away = static_cast<double>(i) + 1 - StretchedSound::kHalf - share;
    const double inside = 1 - std::pow(away / StretchedSound::kHalf, 2);
    const double window = inside <= 0 ? 0
                                      : std::cyl_bessel_i(0, kSincBeta * std::sqrt(inside)) /
                                            std::cyl_bessel_i(0, kSincBeta);
    weights[i] = sinc(away) * window;
    sum += weights[i];
  }
  SincRow row{};
  for (std::size_t i = 0; i < kTaps; ++i) row[i] = static_cast<float>(weights[i] / sum);
  return row;
}

const std::array<SincRow, kSincRows + 1>& sinc_rows() {
  static const auto made = [] {
    std::array<SincRow, kSincRows + 1> all{};
    for (std::size_t i = 0; i <= kSincRows; ++i)
      all[i] = sinc_row_at(static_cast<double>(i) / kSincRows);
    return all;
  }();
  return made;
}

}  // namespace

float StretchedSound::output_here() const {
  const SincRow& weights = sinc_rows()[static_cast<std::size_t>(std::lround(ahead_ * kSincRows))];
  const float* const samples = recent_.data() + next_;
  std::array<float, 4> sums{};  // four, so that none waits for the last
  for (std::size_t i = 0; i < kTaps; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane)
      sums[lane] += weights[i + lane] * samples[i + lane];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void StretchedSound::push(float sample, double stretch, std::vector<float>& output) {
  recent_[next_] = recent_[next_ + kTaps] = sample;
  next_ = (next_ + 1) % kTaps;
  if (!stretches_ && stretch == 0) {
    output.push_back(sample);
    return;
  }
  if (!stretches_) {
    // The next output is this very sample, which stands so far behind the middle.
    stretches_ = true;
    ahead_ = kHalf;
  } else {
    ahead_ -= 1;
  }
  while (ahead_ < 1) {
    output.push_back(output_here());
    ahead_ += 1 / (1 + stretch);
  }
}

}  // namespace kine::server
