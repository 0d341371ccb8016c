#include "realizer/speech/hearing/pitch_candidates.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/core/assert.h"
#include "realizer/speech/hearing/frame_grid.h"
#include "realizer/speech/hearing/pitch_path.h"

namespace kine::speech {
namespace {

constexpr std::size_t kTransform = 1'024;  // the window and the longest lag, and then none wraps
constexpr std::size_t kPeriodMax = 213;    // samples of a period of the floor, rounded down
constexpr std::size_t kLagMin = 26;        // of the ceiling
constexpr std::size_t kLagMax = kPeriodMax + 1;

// Far below the last bit of 16: there is nothing to hear, and squares would be denormal.
constexpr float kNothing = 1e-6F;

/// The mean of two periods of the floor in the middle.
float middle_mean(std::span<const float> samples) {
  double sum = 0;
  for (const float sample : samples.subspan(samples.size() / 2 - kPeriodMax, 2 * kPeriodMax)) {
    sum += sample;
  }
  return static_cast<float>(sum / (2 * kPeriodMax));
}

/// How much a candidate is worth beside others of its frame: high ones a little more.
double local_worth(const PitchCandidate& candidate) {
  return candidate.strength - PitchCosts{}.octave * std::log2(kPitchFloor_hz / candidate.f0_hz);
}

void add_candidate(PitchCandidates& candidates, PitchCandidate candidate) {
  if (candidates.count < PitchCandidates::kMax) {
    candidates.voiced[candidates.count++] = candidate;
    return;
  }
  auto& weakest = *std::ranges::min_element(candidates.voiced, {}, local_worth);
  if (local_worth(candidate) > local_worth(weakest)) weakest = candidate;
}

}  // namespace

PitchAnalysis::PitchAnalysis()
    : fft_(kTransform),
      window_(kPitchWindow),
      padded_(kTransform, 0),
      bins_(kTransform / 2 + 1),
      correlation_(kLagMax + 2) {
  for (std::size_t i = 0; i < kPitchWindow; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / kPitchWindow;
    window_[i] = static_cast<float>(0.5 - 0.5 * std::cos(2 * std::numbers::pi * share));
  }
  std::ranges::copy(window_, padded_.begin());
  correlate();
  window_correlation_ = correlation_;
}

/// Of what stands in padded_, which is lost.
void PitchAnalysis::correlate() {
  fft_.transform(padded_, bins_);
  // The power spectrum is real and even, so the way back is the same transform.
  for (std::size_t k = 0; k <= kTransform / 2; ++k) {
    const float power = std::norm(bins_[k]);
    padded_[k] = power;
    padded_[(kTransform - k) % kTransform] = power;
  }
  fft_.transform(padded_, bins_);
  const float whole = bins_[0].real();
  for (std::size_t lag = 0; lag < correlation_.size(); ++lag) {
    correlation_[lag] = whole > 0 ? bins_[lag].real() / whole : 0;
  }
}

PitchCandidates PitchAnalysis::candidates(std::span<const float> samples) {
  KINE_ASSERT(samples.size() == kPitchWindow);
  const float mean = middle_mean(samples);
  for (std::size_t i = 0; i < kPitchWindow; ++i) padded_[i] = (samples[i] - mean) * window_[i];
  std::fill(padded_.begin() + kPitchWindow, padded_.end(), 0.0F);

  PitchCandidates found;
  const std::size_t middle = kPitchWindow / 2;
  for (std::size_t i = middle - kPeriodMax / 2 - 1; i < middle + kPeriodMax / 2 + 1; ++i) {
    found.peak = std::max(found.peak, std::abs(padded_[i]));
  }
  if (found.peak < kNothing) return {};
  correlate();

  const auto at = [&](std::size_t lag) { return correlation_[lag] / window_correlation_[lag]; };
  for (std::size_t lag = kLagMin; lag < kLagMax; ++lag) {
    const float here = at(lag);
    const float before = at(lag - 1);
    const float after = at(lag + 1);
    if (here <= 0.5 * PitchCosts{}.voicing_threshold || here <= before || here < after) continue;
    // The top of the parabola through the three.
    const float slope = (after - before) / 2;
    const float bend = 2 * here - before - after;
    const float f0_hz = kHeardRate_hz / (static_cast<float>(lag) + slope / bend);
    const float top = here + slope * slope / (2 * bend);
    if (f0_hz > kPitchCeiling_hz) continue;
    add_candidate(found, {.f0_hz = f0_hz, .strength = top > 1 ? 1 / top : top});
  }
  return found;
}

}  // namespace kine::speech
