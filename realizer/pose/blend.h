// Job: the pose of one character from the segments that are active on it.
//
//   Keys of each segment, from the lowest to the highest --sample, blend--> one Pose
//
// Steps 4 and 5 of a tick. Nothing is allocated; what is hidden altogether is not sampled.
#pragma once

#include <cstddef>
#include <span>

#include "realizer/pose/interval.h"
#include "realizer/pose/keys.h"
#include "realizer/pose/pose.h"

namespace kine::pose {

struct Layer {
  const Keys* keys = nullptr;
  Contents contents;             // of the keys
  Interval* interval = nullptr;  // the keys' own, from tick to tick
  float time_s = 0;              // of the keys' own time
  float weight = 0;              // in [0, 1]; at 1 it hides what lies below on what it drives
};

/// Whether the parts are present and in range. For asserts and tests.
bool valid(const Layer& layer);

struct BlendJob {
  /// Input: later layers lie over earlier ones.
  std::span<const Layer> layers;

  /// Input: what shows where the weights of the layers leave something.
  const Pose* rest = nullptr;

  /// Input: memory that the next jobs read. It comes nearer while this one computes.
  std::span<const Stretch> ahead = {};

  /// Scratch: as large as `layers`.
  std::span<LayerSample> samples;

  /// Output: one unit quaternion a joint; not `rest`.
  Pose* output = nullptr;

  /// Whether the inputs are present and in range. For tests and asserts.
  bool valid() const;

  /// Pre: valid().
  void run() const;
};

/// Job: what is relative, such as breath, laid on top of a pose. Rotations turn what they find in
/// its own axes; channels fill what is left to 1, so that a closed eye stays closed.
struct RelativeJob {
  std::span<const Layer> layers;  // in the order in which they turn
  Pose* pose = nullptr;           // input and output

  bool valid() const;

  /// Pre: valid().
  void run() const;
};

}  // namespace kine::pose
