// What a speaker does beside its lips: the small motion of head, brows, eyes and lids as segments
// that lie on top of all others and give way to what a script asks of the same joints.
//
//   SpeechTrack --small_motion_of--> SmallMotion --sampled--> keys of four segments
#pragma once

#include <vector>

#include "realizer/motion/actuators/lip_sync.h"
#include "realizer/motion/segment.h"
#include "realizer/speech/shared_track.h"

namespace kine::motion {

/// How much of it there is.
struct SpeakerAmount {
  double amount = 1;  // in [0, 1]
  bool nods = true;   // the head, too; else brows, eyes and lids alone
};

/// None where nobody says a word, or where the amount is 0; of a sound without words by what is
/// heard of it, if the span says so. They begin a little before the speech, where there is room,
/// and end a little after it, whether its block is over or not.
std::vector<Segment> speaker_segments(const speech::SharedTrack& track, const SpeechSpan& span,
                                      const SpeakerAmount& how);

}  // namespace kine::motion
