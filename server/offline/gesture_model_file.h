// A model of body language from a file: one that the operator names, or the program's own.
//
//   .kinemodel --read_gesture_model--> GestureModel
//   .kinemodel --read_body_language--> what characters play
#pragma once

#include <memory>
#include <string>

#include "realizer/core/result.h"
#include "realizer/gesture/motion_model.h"
#include "realizer/gesture/training/gesture_model.h"
#include "realizer/tick/state/body_language.h"

namespace kine::server {

/// An error names the file.
Result<gesture::GestureModel> read_gesture_model(const std::string& path);

/// The model that the program has of itself: beside its own file, or where it was installed. An
/// error where it was built without a voice, and so has none.
Result<std::string> find_own_model();

/// The same, or the program's own where `path` is empty, to be played. Its name says which file it
/// is from: "synthetic-v1 3f0c…", with the beginning of the SHA-256 of its bytes.
Result<std::shared_ptr<const PlayableRepertoire>> read_body_language(
    const std::string& path, const gesture::Profile& profile = {});

}  // namespace kine::server
