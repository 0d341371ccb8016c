// How loud audio is from moment to moment.
#pragma once

#include <vector>

#include "realizer/core/time.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// What is as quiet as 16 bits can be, or silent.
inline constexpr double kQuietest_db = -96;

struct Loudness {
  static constexpr Seconds kWindow{0.010};

  std::vector<double> db;  // of each window; a square wave as high as 16 bits allow has 0

  /// Between the middles of the windows on a straight line; the quietest where there is none.
  double at(Seconds time) const;

  friend bool operator==(const Loudness&, const Loudness&) = default;
};

Loudness loudness_of(const Audio& audio);

/// How much a mouth opens for how loud it is, in the middle of each window: 1 at the mean loudness
/// of what is spoken, from 0.7 to 1.2; as slowly as a jaw follows. Empty without audio.
std::vector<double> mouth_gains(const Loudness& loudness);

}  // namespace kine::speech
