// The kernels of realizer/pose/kernels.h as plain loops, a lane at a time: their oracle. The same
// sums in the same order, with std::fma where a kernel fuses, so results must agree to the bit.
#pragma once

#include "realizer/pose/kernels.h"

namespace kine::test::scalar {

void slerp(const pose::QuatBlock& from, const pose::QuatBlock& to, float h,
           pose::QuatBlock& output);

void add_layer(const pose::QuatBlock& layer, const std::array<float, pose::kLanes>& mask,
               float weight, pose::BlendSum& blend);

void finish_blend(const pose::QuatBlock& rest, const pose::BlendSum& blend,
                  pose::QuatBlock& output);

}  // namespace kine::test::scalar
