// The kernels of realizer/pose/character_kernels.h as plain loops, a character at a time: their
// oracle. The same sums in the same order, with std::fma where a kernel fuses, so results must
// agree to the bit.
#pragma once

#include "realizer/pose/character_kernels.h"

namespace kine::test::scalar {

void local_to_model(const pose::CharacterBlock& characters, const pose::BoneBlock& bones,
                    pose::ModelBlock& output);

void wrists_of(const pose::ArmBlock& arms, pose::VectorBlock& wrists_m);

void reach(const pose::VectorBlock& targets_m, pose::ArmBlock& arms);

void look(const pose::LookJob& job);

}  // namespace kine::test::scalar
