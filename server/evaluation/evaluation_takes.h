// Takes that body language is scored on: those of a folder, or some that are made on the spot.
//
//   a folder --read_evaluation_takes--> EvaluationTakes
//   our own grammar and voices --make_evaluation_takes--> EvaluationTakes
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/gesture/body_section.h"
#include "realizer/speech/hearing/observations.h"
#include "server/learning/captured_motion.h"
#include "server/learning/truth.h"
#include "server/offline/heard_sound.h"

namespace kine::server {

/// A take of a corpus.
struct EvaluationTake {
  HeardSound sound;
  gesture::RecordedMotion motion;
  TakeTruth truth;
};

Seconds length_of(const EvaluationTake& take);

/// Beats at other times need so much of them.
inline constexpr double kEvaluationLeast_s = 10;

/// What is made on the spot: no seed with which the program's own model is learnt, and so much.
inline constexpr std::uint64_t kHeldOutSeed = 2;
inline constexpr double kHeldOutMinutes = 6;

/// Takes of a folder that `kinesphere corpus` wrote, heard as a model hears them. An error names
/// the file.
Result<std::vector<EvaluationTake>> read_evaluation_takes(const std::string& folder,
                                                          const speech::ProsodyStatistics& training,
                                                          const pose::JointNames& names,
                                                          Diagnostics& diagnostics);

/// The same as of a folder that `kinesphere corpus` writes with the seed and length above, without
/// a file. An error where no voice can be heard.
Result<std::vector<EvaluationTake>> make_evaluation_takes(const speech::ProsodyStatistics& training,
                                                          const pose::JointNames& names,
                                                          double minutes = kHeldOutMinutes);

}  // namespace kine::server
