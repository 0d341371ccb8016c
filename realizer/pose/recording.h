// A Recording: recorded motion as its file has it, on whatever skeleton it was recorded.
//
//   bytes --formats::read_bvh, read_vrma--> Recording --pose::retarget--> Clip
//
// Units of length are the file's own. All nodes that move have as many frames as the recording.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "realizer/body/channels.h"
#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::pose {

struct Recording {
  struct Node {
    std::string name;
    std::optional<std::size_t> parent;  // stands before it; none: a root
    Vec3 offset;                        // from the parent at rest
    Quat rest;                          // parent_from_node at rest, unit
    std::optional<body::Joint> joint;   // where the file itself says which of ours it is
    bool is_end = false;                // the tip of a bone, no joint of its own

    std::vector<Quat> rotations;  // parent_from_node a frame, unit; empty: stays at rest
    std::vector<Vec3> positions;  // in the parent a frame; empty: stays at the offset
  };

  /// Values of one of our channels, in [0, 1.5].
  struct Curve {
    body::Channel channel;
    std::vector<float> values;  // a frame
  };

  /// What the rest pose is.
  enum class Rest {
    Any,    // whatever the recorder began with, facing anywhere
    TPose,  // ours: the file's format says so
  };

  Rest rest = Rest::Any;
  std::vector<Node> nodes;      // parents first
  std::vector<Curve> curves;    // each channel at most once
  std::size_t frame_count = 0;  // at least 1
  Seconds frame_time{0};        // > 0
};

/// Whether the comments above hold. For tests and asserts.
bool valid(const Recording& recording);

/// Where every node is and how it is turned, in the space of the recording.
struct Placed {
  std::vector<Vec3> positions;
  std::vector<Quat> rotations;
};

/// In a frame, or at rest. Pre: valid(recording).
Placed placed(const Recording& recording, std::optional<std::size_t> frame);

}  // namespace kine::pose
