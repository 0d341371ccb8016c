// Takes of a recording: the frames of each character that speaks in it, and what it says.
//
//   .ksr --RecordingFile--> Frames, RecordedSounds --read_recorded_takes--> TrainingTakes
#pragma once

#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/gesture/training/training_take.h"
#include "realizer/tick/state/frame.h"

namespace kine::server {

/// One a character that has both. Where its frames are more than a quarter of a second apart,
/// another take begins; one that is too short is left out. An error names the file.
Result<std::vector<gesture::TrainingTake>> read_recorded_takes(const std::string& path);

/// Of all joints.
gesture::Rotations turns_of(const Frame& frame);

}  // namespace kine::server
