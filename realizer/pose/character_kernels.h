// The inner loops of steps 6 and 7 of a tick: 16 characters at once, a lane each.
//
//   Poses --gather--> CharacterBlock --local_to_model--> ModelBlock
//                     ArmBlock --reach--> the same arms with their wrists at their targets
//
// The same bits on every machine and in every lane, as with kernels.h.
// tests/support/scalar_character_kernels.h says the same for one character in plain loops.
#pragma once

#include <span>

#include "realizer/pose/character_block.h"

namespace kine::pose {

/// The rotations of these poses, a lane each; lanes past them hold the identity. Pre: at most
/// kLanes of them.
void gather(std::span<const Pose* const> poses, CharacterBlock& output);

/// Forward kinematics. The hips stand at their offset in `bones`; who moves them puts that there.
void local_to_model(const CharacterBlock& characters, const BoneBlock& bones, ModelBlock& output);

/// Where the wrists are.
void wrists_of(const ArmBlock& arms, VectorBlock& wrists_m);

/// Turns upper arms and forearms so that the wrists come to their targets, the elbows carried along
/// the shortest way, without a swivel of their own. Shoulders and hands keep their rotations. A
/// target out of reach is approached softly along the line to it.
void reach(const VectorBlock& targets_m, ArmBlock& arms);

}  // namespace kine::pose
