// A figure that stands still, of an avatar (.vrm) or a model (.glb): what could be moved in it.
//
//   bytes --read_figure--> GltfFigure --kinesphere inspect--> a report
//
// The bytes may come from anybody, as those of clips.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/pose/retarget/coverage.h"

namespace kine::formats {

/// Bytes of a figure that is looked at: elaborate avatars have 60 MB, most of them pictures.
inline constexpr std::size_t kFigureBytesMax = std::size_t{128} << 20;

struct GltfFigure {
  pose::FoundRecording found;  // its skeleton at rest, as one frame
  std::string kind;            // "VRM 1.0", "VRM 0.x", "glTF"

  /// VRM's own expressions, under the names that VRM 1.0 has for them, and the names that its maker
  /// gave to others and to morph targets; each once.
  std::vector<std::string> presets;
  std::vector<std::string> shapes;
};
Result<GltfFigure> read_figure(std::string_view bytes);

/// Whether there is an animation in these bytes: else a figure is all that they can be.
bool has_animation(std::string_view bytes);

}  // namespace kine::formats
