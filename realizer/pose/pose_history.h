// The blended poses of the last two ticks: where the next motion begins, and how fast.
#pragma once

#include <array>
#include <cstddef>

#include "realizer/pose/kernels.h"
#include "realizer/pose/pose.h"

namespace kine::pose {

/// Two poses that take turns.
class PoseHistory {
 public:
  PoseHistory() = default;

  /// Both are the same: it stands still.
  explicit PoseHistory(const Pose& still) : poses_{still, still} {}

  const Pose& last() const { return poses_[last_]; }
  const Pose& before_last() const { return poses_[1 - last_]; }

  /// `pose` is the last one from now on. It goes past the caches, for the beginning of a motion is
  /// the first to read it: finish_streams() before another thread does.
  void push(const Pose& pose) {
    last_ = 1 - last_;
    stream(pose, poses_[last_]);
  }

  friend bool operator==(const PoseHistory& a, const PoseHistory& b) {
    return a.last() == b.last() && a.before_last() == b.before_last();
  }

 private:
  std::array<Pose, 2> poses_;
  std::size_t last_ = 0;
};

}  // namespace kine::pose
