// What the pitch of a frame may be: peaks of its autocorrelation (Boersma 1993).
//
//   40 ms about a frame --PitchAnalysis::candidates--> PitchCandidates --PitchPath--> f0
//
// The autocorrelation of the windowed sound is divided by that of the window.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "realizer/speech/hearing/fft.h"

namespace kine::speech {

inline constexpr double kPitchFloor_hz = 75;
inline constexpr double kPitchCeiling_hz = 600;

/// Samples that one frame looks at: three periods of the floor.
inline constexpr std::size_t kPitchWindow = 640;

struct PitchCandidate {
  float f0_hz = 0;
  float strength = 0;  // of the autocorrelation there, at most 1
};

/// Without the one that is unvoiced, which is always there.
struct PitchCandidates {
  static constexpr std::size_t kMax = 14;

  std::array<PitchCandidate, kMax> voiced{};
  std::size_t count = 0;
  float peak = 0;  // of the windowed sound in the period in its middle, without its mean
};

class PitchAnalysis {
 public:
  PitchAnalysis();

  /// Of kPitchWindow samples.
  PitchCandidates candidates(std::span<const float> samples);

 private:
  void correlate();

  RealFft fft_;
  std::vector<float> window_;
  std::vector<float> window_correlation_;  // by lag, 1 at lag 0
  std::vector<float> padded_;              // the windowed sound, then its power spectrum
  std::vector<std::complex<float>> bins_;  // of one transform, then of the other
  std::vector<float> correlation_;         // by lag, 1 at lag 0; all 0 in silence
};

}  // namespace kine::speech
