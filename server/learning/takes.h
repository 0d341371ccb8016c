// Takes to learn body language from: what somebody says and how they move meanwhile.
//
//   folders with NAME.wav and NAME.bvh, recordings --read_takes--> TrainingTakes --train--> a model
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/gesture/training/training_take.h"
#include "realizer/pose/retarget/retarget.h"

namespace kine::server {

/// All takes together: an hour needs some 200 MB.
inline constexpr double kTakesLengthMax_s = 4 * 3'600;

/// Files of a folder of takes.
inline constexpr std::size_t kTakeFilesMax = 4'096;

struct TakesWish {
  /// Folders whose sounds have motion of the same name, .bvh, .vrma or .glb; and recordings, .ksr.
  std::vector<std::string> sources;
  std::string motion = {};  // the folder with the motion of all of them; empty: that of its sound
  double offset_s = 0;      // what is heard at a time is seen so much later in the motion
};

/// In the order of their sources and names. A file without its other half is a warning. An error
/// names the file that it is in.
Result<std::vector<gesture::TrainingTake>> read_takes(const TakesWish& wish,
                                                      const pose::JointNames& names,
                                                      Diagnostics& diagnostics);

}  // namespace kine::server
