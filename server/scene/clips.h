// The clips that scripts may name: those inside the program, and those of one folder that the
// operator gave. Nothing that a client sends can name a file.
#pragma once

#include <string>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/pose/retarget/coverage.h"

namespace kine::server {

/// What of a file became a clip.
struct MappedClip {
  std::string file;
  pose::Coverage coverage;
};

/// What of it was left out, for report_lines(file, …).
Diagnostics losses_of(const MappedClip& clip);

/// Where an operator has clips of their own.
struct ClipFolder {
  std::string path;  // empty: there is none
  Diagnostics* left_out =
      nullptr;  // told of files that are no clips; null: such a file is an error
  std::vector<MappedClip>* mapped = nullptr;  // filled anew, in the order of the files; may be null
};

/// All clips by name. What the folder has counts before what the program has. The
/// vocabulary says what other skeletons call our joints.
Result<pose::Clips> load_clips(const ClipFolder& folder, const plan::Vocabulary& vocabulary);

}  // namespace kine::server
