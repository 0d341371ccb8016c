// The grid of hearing: 16,000 samples and 100 frames a second, whatever the rate of the sound.
//
// Frame k stands about sample 160·k. Times are counted in samples or frames, and never summed.
#pragma once

#include <cstdint>

#include "realizer/core/time.h"

namespace kine::speech {

inline constexpr std::int64_t kHeardRate_hz = 16'000;
inline constexpr std::int64_t kHop = 160;  // samples from frame to frame
inline constexpr Seconds kFrameStep{static_cast<double>(kHop) / kHeardRate_hz};

inline Seconds time_of_frame(std::int64_t frame) {
  return Seconds(static_cast<double>(frame * kHop) / kHeardRate_hz);
}

/// How many frames come next to `time`.
constexpr std::int64_t frames_in(Seconds time) {
  return static_cast<std::int64_t>(time / kFrameStep + 0.5);
}

}  // namespace kine::speech
