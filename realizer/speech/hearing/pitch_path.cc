#include "realizer/speech/hearing/pitch_path.h"

#include <algorithm>
#include <cmath>

namespace kine::speech {
namespace {

constexpr PitchCosts kCosts;

double worth_of_unvoiced(double loudness) {
  const double quiet = 2 - loudness * (1 + kCosts.voicing_threshold) / kCosts.silence_threshold;
  return kCosts.voicing_threshold + std::max(0.0, quiet);
}

const double kOctaves = std::log2(kPitchCeiling_hz / kPitchFloor_hz);

}  // namespace

std::optional<std::optional<float>> PitchPath::push(const PitchCandidates& candidates,
                                                    double loudness) {
  constexpr std::int64_t kColumns = kLag + 1;
  const auto column_of = [&](std::int64_t frame) -> Column& {
    return columns_[static_cast<std::size_t>(frame % kColumns)];
  };
  Column& column = column_of(frames_);
  column.count = candidates.count + 1;
  column.worth[0] = worth_of_unvoiced(loudness);
  column.f0_hz[0] = 0;
  for (std::size_t i = 0; i < candidates.count; ++i) {
    column.f0_hz[i + 1] = candidates.voiced[i].f0_hz;
    column.octaves[i + 1] = std::log2(candidates.voiced[i].f0_hz / kPitchFloor_hz);
    column.worth[i + 1] =
        candidates.voiced[i].strength - kCosts.octave * (kOctaves - column.octaves[i + 1]);
  }
  if (frames_ > 0) {
    const Column& before = column_of(frames_ - 1);
    // Only differences of worth matter; counted from the best they never grow.
    const double best_before =
        *std::max_element(before.worth.begin(), before.worth.begin() + before.count);
    for (std::size_t i = 0; i < column.count; ++i) {
      double best = 0;
      for (std::size_t j = 0; j < before.count; ++j) {
        const double jump = kCosts.octave_jump * std::abs(before.octaves[j] - column.octaves[i]);
        const double change = i == 0 || j == 0 ? kCosts.voiced_unvoiced : jump;
        const double way = before.worth[j] - best_before - (i == 0 && j == 0 ? 0 : change);
        if (j > 0 && way <= best) continue;
        best = way;
        column.from[i] = static_cast<std::uint8_t>(j);
      }
      column.worth[i] += best;
    }
  }
  ++frames_;
  if (frames_ <= kLag) return {};
  const auto best = std::max_element(column.worth.begin(), column.worth.begin() + column.count);
  auto state = static_cast<std::size_t>(best - column.worth.begin());
  for (std::int64_t back = 0; back < kLag; ++back)
    state = column_of(frames_ - 1 - back).from[state];
  const float f0_hz = column_of(frames_ - 1 - kLag).f0_hz[state];
  return f0_hz == 0 ? std::optional<float>() : f0_hz;
}

}  // namespace kine::speech
