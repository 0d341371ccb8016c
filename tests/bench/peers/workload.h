// The one workload of all that are compared: a skeleton, and three motions of the whole body that
// play on it at once, each with two key poses a second.
//
//   make_workload() --> ours (the shard), naive Eigen, cal3d, OGRE
//
// Everything is drawn from a seed, so every machine measures the same motion.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::bench {

inline constexpr std::size_t kMotions = 3;
inline constexpr double kSecondsBetweenKeys = 0.5;

using Rotations = std::array<Quat, body::kJointCount>;  // parent_from_joint

/// Key poses at i * kSecondsBetweenKeys. The last is the first again, so that a peer may loop it.
/// Each rotation lies on the same side of the sphere as the one before.
struct Motion {
  std::vector<Rotations> keys;

  double length_s() const { return static_cast<double>(keys.size() - 1) * kSecondsBetweenKeys; }
};

struct Workload {
  std::array<Vec3, body::kJointCount> offsets_m;  // from the parent; of the hips: from the ground
  std::array<Motion, kMotions> motions;           // equal shares of the pose
};

Workload make_workload();

}  // namespace kine::bench
