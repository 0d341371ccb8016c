// The kernels of realizer/pose/kernels.h as plain loops, a lane at a time: their oracle. The same
// sums in the same order, with std::fma where a kernel fuses, so results must agree to the bit.
#pragma once

#include "realizer/pose/kernels.h"

namespace kine::test::scalar {

void slerp(const pose::QuatBlock& from, const pose::QuatBlock& to, float h,
           pose::QuatBlock& output);

pose::Arcs set_up_squad(const pose::SquadEnds& ends, pose::SquadBlock& output);

void squad(const pose::SquadBlock& interval, float h, pose::QuatBlock& output);

void arc(const pose::QuatBlock& from, const pose::QuatBlock& to, pose::VectorBlock& output);

void turn_on(const pose::QuatBlock& from, const pose::VectorBlock& arc, float scale,
             pose::QuatBlock& output);

void add_layer(const pose::QuatBlock& layer, const pose::LaneMask& mask, float weight,
               pose::BlendSum& blend);

void finish_blend(const pose::QuatBlock& rest, const pose::BlendSum& blend,
                  pose::QuatBlock& output);

void add_relative(const pose::QuatBlock& turn, const pose::LaneMask& mask, float weight,
                  pose::QuatBlock& pose);

}  // namespace kine::test::scalar
