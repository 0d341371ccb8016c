// Job: the pose of one character from the segments that are active on it.
//
//   Keys of each segment, from the lowest to the highest --sample, blend--> one Pose
//
// Steps 4 and 5 of a tick. Nothing is allocated; what is hidden altogether is not sampled.
#pragma once

#include <span>

#include "realizer/pose/keys.h"
#include "realizer/pose/pose.h"

namespace kine::pose {

struct BlendJob {
  struct Layer {
    const Keys* keys = nullptr;
    float time_s = 0;  // of the keys' own time
    float weight = 0;  // in [0, 1]; at 1 it hides what lies below on what it drives
  };

  /// Input: later layers lie over earlier ones.
  std::span<const Layer> layers;

  /// Input: what shows where the weights of the layers leave something.
  const Pose* rest = nullptr;

  /// Output: one unit quaternion a joint; not `rest`.
  Pose* output = nullptr;

  /// Whether the inputs are present and in range. For tests and asserts.
  bool valid() const;

  /// Pre: valid().
  void run() const;
};

}  // namespace kine::pose
