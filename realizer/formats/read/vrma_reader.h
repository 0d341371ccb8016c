// Animations of glTF read: the VRM animation (.vrma), and any other binary glTF that moves a
// figure.
//
//   bytes of a .vrma, .glb --read_vrma--> Recording
//
// The bytes may come from anybody. Nothing outside of them is ever opened: a file that refers to
// another one is refused. All of it is bounded by core/limits.h.
#pragma once

#include <string_view>

#include "realizer/core/result.h"
#include "realizer/pose/recording.h"
#include "realizer/pose/retarget/coverage.h"

namespace kine::formats {

/// The first animation of the file, 60 frames a second. Where the file says which node is which
/// bone of a humanoid (VRMC_vrm_animation, VRMC_vrm), that holds and its rest pose is T-pose; else
/// nodes are known by their names.
Result<pose::Recording> read_vrma(std::string_view bytes);
Result<pose::FoundRecording> find_in_vrma(std::string_view bytes);

}  // namespace kine::formats
