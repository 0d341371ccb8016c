// The inner loops of steps 6 and 7 of a tick: 16 characters at once, a lane each.
//
//   Poses --gather--> CharacterBlock --local_to_model--> ModelBlock
//                     ArmBlock --reach--> the same arms with their wrists at their targets
//
// The same bits on every machine and in every lane, as with kernels.h.
// tests/support/motion/scalar_character_kernels.h says the same for one character in plain loops.
#pragma once

#include <array>
#include <span>

#include "realizer/pose/character_block.h"

namespace kine::pose {

/// The rotations of these poses, a lane each; lanes past them hold the identity. Pre: at most
/// kLanes of them.
void gather(std::span<const Pose* const> poses, CharacterBlock& output);

/// The rotations of a pose as a frame has them: x, y, z, w of each joint.
void write_rotations(const Pose& pose,
                     std::array<std::array<float, 4>, body::kJointCount>& parent_from_joint);

/// Forward kinematics. The hips stand at their offset in `bones`; what moves them puts that there.
void local_to_model(const CharacterBlock& characters, const BoneBlock& bones, ModelBlock& output);

/// Where the wrists are.
void wrists_of(const ArmBlock& arms, VectorBlock& wrists_m);

/// Turns upper arms and forearms so that the wrists come to their targets, the elbows carried along
/// the shortest way, without a swivel of their own. Shoulders and hands keep their rotations. A
/// target out of reach is approached softly along the line to it.
void reach(const VectorBlock& targets_m, ArmBlock& arms);

/// Turns `chain`, joints each below the one before it, in equal shares, so that +Z of the last one
/// points from where `model` has it to the target, or as far that way as the greatest turn goes.
struct LookJob {
  const VectorBlock* targets_m = nullptr;  // in each character's space
  std::span<const body::Joint> chain;      // not empty
  float turn_max_rad = 0;                  // at most half a turn
  const ModelBlock* model = nullptr;       // of `characters` as they are
  CharacterBlock* characters = nullptr;

  void run() const;
};

}  // namespace kine::pose
