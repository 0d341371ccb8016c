// The best way through the candidates of frames: Viterbi with a fixed lag.
//
//   PitchCandidates of frame k --push--> f0 of frame k - 3
//
// What is decided of a frame never changes again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "realizer/speech/hearing/pitch_candidates.h"

namespace kine::speech {

/// Defaults of Praat.
struct PitchCosts {
  double voicing_threshold = 0.45;  // strength of the unvoiced candidate
  double silence_threshold = 0.03;  // of the loudest so far: quieter frames are rather unvoiced
  double octave = 0.01;             // for each octave below the ceiling
  double octave_jump = 0.35;        // for each octave from frame to frame
  double voiced_unvoiced = 0.14;    // for each change
};

class PitchPath {
 public:
  static constexpr std::int64_t kLag = 3;  // frames

  /// `loudness` is the frame's peak as a share of the loudest so far, at most 1. Empty as long as
  /// no frame has been decided; then f0 in Hz, or nothing within where it is unvoiced.
  std::optional<std::optional<float>> push(const PitchCandidates& candidates, double loudness);

 private:
  static constexpr std::size_t kStates = PitchCandidates::kMax + 1;

  struct Column {
    std::array<float, kStates> f0_hz{};     // 0: unvoiced, always the first
    std::array<double, kStates> octaves{};  // the same, from the floor up
    std::array<double, kStates> worth{};
    std::array<std::uint8_t, kStates> from{};
    std::size_t count = 0;
  };

  std::array<Column, kLag + 1> columns_{};  // of the last frames; frame k at k modulo their number
  std::int64_t frames_ = 0;
};

}  // namespace kine::speech
