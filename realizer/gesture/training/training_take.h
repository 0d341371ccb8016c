// What a model is learnt from: motion that was recorded together with the sound of its speaker.
//
//   files --server/learning--> TrainingTakes --train--> GestureModel
#pragma once

#include <array>
#include <string>
#include <vector>

#include "realizer/gesture/body_section.h"
#include "realizer/speech/hearing/hearing.h"

namespace kine::gesture {

/// A part of a take that somebody has given a name, for it is known which motion it is.
struct LabelledSpan {
  double from_s = 0;
  double to_s = 0;
  std::string label;
};

struct TrainingTake {
  std::string name;                  // for people
  RecordedMotion motion;             // two frames at least; all takes have the same rate
  std::vector<speech::Heard> heard;  // in its order; times count from the first frame

  /// By section, in the order of time. Empty: nothing is known. Only a report looks at it.
  std::array<std::vector<LabelledSpan>, kBodySections.size()> truth = {};
};

/// All times so much later.
std::vector<speech::Heard> later(std::vector<speech::Heard> heard, Seconds by);

/// The rate at which takes are cut and kept.
inline constexpr double kTakeRate_hz = 30;

/// The same motion at another rate, its turns between two frames at constant speed. It ends no
/// later. Pre: at least one frame.
RecordedMotion at_rate(const RecordedMotion& motion, double rate_hz);

}  // namespace kine::gesture
