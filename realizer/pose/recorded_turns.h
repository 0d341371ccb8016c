// Recorded turns of some joints, frame by frame.
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::pose {

struct RecordedTurns {
  body::JointSet joints;                  // one at least
  double rate_hz = 60;                    // above 0
  std::vector<std::vector<Quat>> frames;  // two at least; of each joint in the order of the set

  /// Where the hips are from where they stand, in heights of the hips, a frame. Empty: not known.
  std::vector<Vec3> hips = {};

  Seconds length() const { return Seconds(static_cast<double>(frames.size() - 1) / rate_hz); }

  /// Of the joint with this number in the set. Its speed makes no step at a frame. Before the first
  /// frame and behind the last one it turns on as it did between the two nearest frames.
  Quat turn_at(std::size_t joint, Seconds time) const;

  friend bool operator==(const RecordedTurns&, const RecordedTurns&) = default;
};

}  // namespace kine::pose
