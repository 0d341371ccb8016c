// A model of body language from a file that the operator names.
//
//   .kinemodel --read_gesture_model--> GestureModel --make_playable--> what a character plays
#pragma once

#include <string>

#include "realizer/core/result.h"
#include "realizer/gesture/training/gesture_model.h"

namespace kine::server {

/// An error names the file.
Result<gesture::GestureModel> read_gesture_model(const std::string& path);

}  // namespace kine::server
