// Gestures that go with speech of mode `planned`: a written grammar says which gestures people make
// where, and each becomes a behaviour whose stroke is tied to a stressed syllable.
//
//   a speech, its SpeechTrack --gestures_of_speech--> Behaviours of a block, beside it
//
// From there on they are gestures as a script's own: the schedule finds their times, and manners
// shape them. Only feedback does not tell of them, and they give way to what a script asks of arms.
#pragma once

#include <vector>

#include "realizer/core/time.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/script/behaviours.h"
#include "realizer/speech/speech_track.h"

namespace kine::plan {

/// A gesture beside a speech.
struct PlannedGesture {
  script::Behaviour behaviour;
  double size = 1;  // of the way from the base pose, in [0, 1]
};

/// Those of one speech, in the order of their strokes. The same speech has the same gestures.
std::vector<PlannedGesture> gestures_of_speech(const script::Behaviour& speech,
                                               const speech::SpeechTrack& track);

/// Whether a behaviour moves arms of itself.
bool moves_arms(const script::BehaviourKind& kind);

/// Of behaviours from `first` on, which are planned gestures, those that would move arms while one
/// before them does have no times any more.
void leave_out_beside_arms(const script::Behaviours& block, std::size_t first, Schedule& schedule);

}  // namespace kine::plan
