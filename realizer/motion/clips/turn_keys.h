// Turns of some joints, key after key: what clips of recorded turns are bound to.
//
//   times, turns of all joints --TurnKeys--> Keys, with chords between them
#pragma once

#include <span>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/math/quat.h"
#include "realizer/pose/keys.h"
#include "realizer/pose/pose.h"

namespace kine::motion {

/// Parents first.
std::vector<body::Joint> joints_in(body::JointSet set);

class TurnKeys {
 public:
  explicit TurnKeys(body::JointSet joints);

  /// In the order of time: the turn of each joint, in the order of the set.
  void add(Seconds time, std::span<const Quat> turns);

  pose::Keys done() && { return std::move(bound_); }

 private:
  std::vector<body::Joint> joints_;
  pose::Pose pose_;  // of the last key
  pose::Keys bound_;
};

}  // namespace kine::motion
