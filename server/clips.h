// The clips that scripts may name: those inside the program, and those of one folder that the
// operator gave. Nothing that a client sends can name a file.
#pragma once

#include <string>

#include "realizer/cast.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"

namespace kine::server {

/// Where an operator has clips of their own.
struct ClipFolder {
  std::string path;  // empty: there is none
  Diagnostics* left_out =
      nullptr;  // told of files that are no clips; null: such a file is an error
};

/// All clips by name. What the folder has counts before what the program has. The
/// vocabulary says what other skeletons call our joints.
Result<pose::Clips> load_clips(const ClipFolder& folder, const plan::Vocabulary& vocabulary);

}  // namespace kine::server
