// Rotations drawn from a seed, for property tests: the same on every machine.
#pragma once

#include <cstdint>
#include <random>

#include "realizer/math/quat.h"
#include "realizer/pose/pose.h"

namespace kine::test {

class RandomRotations {
 public:
  explicit RandomRotations(std::uint32_t seed) : bits_(seed) {}

  /// Uniform in [low, high), from the bits alone: std's distributions differ between libraries.
  double number(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_()) / 4294967296.0);
  }

  Vec3 direction() {
    for (;;) {
      const Vec3 v{number(-1, 1), number(-1, 1), number(-1, 1)};
      if (length(v) > 0.1 && length(v) <= 1) return unit(v);
    }
  }

  /// A turn about any axis by up to `angle_rad`.
  Quat within(double angle_rad) {
    const Vec3 axis = direction();  // a compiler may draw arguments in any order
    return rotation_about(axis, number(0, angle_rad));
  }

 private:
  std::mt19937 bits_;
};

/// A block with `rotation()` in each lane.
template <class Rotation>
pose::QuatBlock block_of(Rotation rotation) {
  pose::QuatBlock block;
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Quat q = rotation();
    block.x[lane] = static_cast<float>(q.x);
    block.y[lane] = static_cast<float>(q.y);
    block.z[lane] = static_cast<float>(q.z);
    block.w[lane] = static_cast<float>(q.w);
  }
  return block;
}

inline Quat lane_of(const pose::QuatBlock& block, std::size_t lane) {
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

}  // namespace kine::test
