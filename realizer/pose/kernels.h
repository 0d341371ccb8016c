// The inner loops of a tick, over blocks of 16 lanes: compiled for AVX2 and AVX-512 (or NEON) and
// chosen once at run time. Each gives the same bits on every machine: fused multiply-adds are
// written out, and no estimate instructions are used.
//
// tests/support/scalar_kernels.h says the same in plain loops and is their oracle.
#pragma once

#include <array>

#include "realizer/pose/pose.h"

namespace kine::pose {

/// Great-arc interpolation of 16 joints at once: from at h = 0, to at h = 1. Pre: in each lane the
/// two are units and on the same side of the sphere, 0 <= h <= 1.
void slerp(const QuatBlock& from, const QuatBlock& to, float h, QuatBlock& output);

/// A weighted sum of poses, a block of joints at a time, laid from the top down: each layer takes
/// its weight of what the layers above have left, the rest pose takes what remains.
struct BlendSum {
  QuatBlock sum = {.w = {}};
  std::array<float, kLanes> left = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
};

/// Adds a layer with `weight` in [0, 1] on the lanes where `mask` is 1. Rotations are signed
/// against T-pose, so that the sum does not depend on the order of its terms.
void add_layer(const QuatBlock& layer, const std::array<float, kLanes>& mask, float weight,
               BlendSum& blend);

/// Fills what is left with `rest` and brings every lane to unit length.
void finish_blend(const QuatBlock& rest, const BlendSum& blend, QuatBlock& output);

}  // namespace kine::pose
