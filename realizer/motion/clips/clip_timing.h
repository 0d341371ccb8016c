// Which frame of a clip is played when, as power and fluidity have it: strokes quicker after a
// wait, or slower; what holds longer or shorter.
//
//   ClipArm --retimed--> for each frame, the place in the old clip that it shows
//
// The clip is as long as it was, and ways end when they did: what takes longer takes it from what
// is before, and no phase loses more than a part of its time.
#pragma once

#include <span>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/motion/clips/clip_arms.h"

namespace kine::motion {

struct ClipTiming {
  double power = 0;       // in [-1, 1]
  double fluidity = 0;    // in [-1, 1]
  Seconds frame_time{0};  // as it is played
};

/// Places in frames, never falling, from the first frame to the last; where nothing is asked, the
/// number of each frame.
std::vector<double> retimed(const ClipArm& arm, const ClipTiming& timing);

/// The phases of a clip whose frame i shows `places[i]` of the one that they were found in.
std::vector<ClipPhase> moved(std::span<const ClipPhase> phases, std::span<const double> places);

}  // namespace kine::motion
