// A file with an animation clip, of whatever form: the ending of its name says which.
//
//   name and bytes of a file --read_clip--> Clip
#pragma once

#include <string>
#include <string_view>

#include "realizer/core/result.h"
#include "realizer/pose/clip.h"
#include "realizer/pose/retarget/coverage.h"
#include "realizer/pose/retarget/retarget.h"

namespace kine::formats {

/// Whether the ending is one that clips have, whatever its case.
bool is_clip_file(std::string_view file_name);

/// The motion as the file has it. Pre: is_clip_file(file_name).
Result<pose::FoundRecording> read_recording(std::string_view file_name, std::string_view bytes);

/// What a file calls its clip: its own name without folder and ending. Pre: likewise.
Result<std::string> clip_name(std::string_view file_name);

/// Both, and the motion in our terms. Pre: likewise.
Result<pose::Clip> read_clip(std::string_view file_name, std::string_view bytes,
                             const pose::JointNames& names);

}  // namespace kine::formats
