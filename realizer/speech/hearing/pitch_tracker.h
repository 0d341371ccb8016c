// The pitch of speech, frame by frame, as Praat's `To Pitch (ac)` has it, but as sound comes in.
//
//   a sample of 16,000 Hz --push--> f0 of a frame, 50 ms after its time
//
// 20 ms are half a window, 30 ms the lag of the PitchPath. Where Praat asks how loud a frame is
// beside the loudest of the whole sound, this asks for the loudest so far, which fades.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "realizer/speech/hearing/pitch_candidates.h"
#include "realizer/speech/hearing/pitch_path.h"

namespace kine::speech {

struct PitchFrame {
  std::int64_t frame = 0;           // of the grid of hearing
  std::optional<float> f0_hz = {};  // from 75 to 600; empty: unvoiced

  friend bool operator==(const PitchFrame&, const PitchFrame&) = default;
};

class PitchTracker {
 public:
  PitchTracker();

  /// Finite samples, within [-1, 1].
  std::optional<PitchFrame> push(float sample);

 private:
  PitchAnalysis analysis_;
  PitchPath path_;
  std::vector<float> recent_;  // the last window, and what came before it
  std::size_t next_ = 0;       // where the next sample goes in it
  std::int64_t due_;           // samples until the next frame
  std::int64_t frames_ = 0;    // that were analysed
  float loudest_;
};

}  // namespace kine::speech
