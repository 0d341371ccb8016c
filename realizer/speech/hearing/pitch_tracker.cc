#include "realizer/speech/hearing/pitch_tracker.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "realizer/speech/hearing/frame_grid.h"

namespace kine::speech {
namespace {

constexpr Seconds kLoudestHalves{20};
const double kFading = std::exp2(-kFrameStep / kLoudestHalves);  // a frame

// Quieter sound than this is never the loudest: 60 dB below full scale.
constexpr float kLoudestMin = 1e-3F;

// Sound is kept in one piece, and moved to the front where this is full: every 20th frame.
constexpr std::size_t kKept = kPitchWindow + 20 * kHop;

float peak_of(std::span<const float> samples) {
  double sum = 0;
  for (const float sample : samples) sum += sample;
  const auto mean = static_cast<float>(sum / static_cast<double>(samples.size()));
  float peak = 0;
  for (const float sample : samples) peak = std::max(peak, std::abs(sample - mean));
  return peak;
}

}  // namespace

// Before the sound there is silence: the first frame stands about its first sample.
PitchTracker::PitchTracker()
    : recent_(kKept, 0), next_(kPitchWindow / 2), due_(kPitchWindow / 2), loudest_(kLoudestMin) {}

std::optional<PitchFrame> PitchTracker::push(float sample) {
  if (next_ == kKept) {
    std::copy(recent_.end() - kPitchWindow, recent_.end(), recent_.begin());
    next_ = kPitchWindow;
  }
  recent_[next_++] = sample;
  if (--due_ > 0) return {};
  due_ = kHop;

  const std::span<const float> window =
      std::span<const float>(recent_).subspan(next_ - kPitchWindow, kPitchWindow);
  loudest_ = std::max({kLoudestMin, static_cast<float>(loudest_ * kFading), peak_of(window)});
  const PitchCandidates candidates = analysis_.candidates(window);
  const auto decided = path_.push(candidates, std::min(1.0F, candidates.peak / loudest_));
  ++frames_;
  if (!decided) return {};
  return PitchFrame{.frame = frames_ - 1 - PitchPath::kLag, .f0_hz = *decided};
}

}  // namespace kine::speech
