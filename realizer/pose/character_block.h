// Sixteen characters side by side, a lane each: what steps 6 and 7 of a tick work on.
//
//   16 Poses --gather--> CharacterBlock --character_kernels--> changed joints --scatter--> Poses
//
// Sampling and blending have joints in their lanes; here every character has the same joint in its
// lane, so that a chain of joints is walked for all of them at once. A result never depends on the
// lane, nor on what stands in the other ones.
#pragma once

#include <array>
#include <span>

#include "realizer/body/body.h"
#include "realizer/pose/pose.h"

namespace kine::pose {

/// The local rotations of 16 characters, joint by joint; what is past the last joint fills up to
/// whole squares of 8 and is the identity.
struct CharacterBlock {
  std::array<QuatBlock, (body::kJointCount + 7) / 8 * 8> parent_from_joint;

  QuatBlock& of(body::Joint joint) { return parent_from_joint[body::index_of(joint)]; }
  const QuatBlock& of(body::Joint joint) const { return parent_from_joint[body::index_of(joint)]; }
};

/// The bones of 16 characters: where each joint stands in its parent's axes.
struct BoneBlock {
  std::array<VectorBlock, body::kJointCount> offsets_m;
};

/// Where every joint is and how it is turned, in each character's own space.
struct ModelBlock {
  std::array<QuatBlock, body::kJointCount> character_from_joint;
  std::array<VectorBlock, body::kJointCount> positions_m;
};

/// One arm of each of 16 characters, in the axes of what carries the shoulder (the upper chest) and
/// counted from the shoulder's joint, that of the clavicle.
struct ArmBlock {
  QuatBlock shoulder;  // parent_from_joint, as the two others
  QuatBlock upper_arm;
  QuatBlock lower_arm;
  VectorBlock upper_arm_m;  // each joint in the axes of the one before it; bones have a length
  VectorBlock lower_arm_m;
  VectorBlock hand_m;
  VectorBlock hinge;  // the unit axis about which the elbow bends, in the upper arm's axes
};

/// The bones of these bodies, a lane each; lanes past them have bones of no length. Pre: at most
/// kLanes of them.
BoneBlock bones_of(std::span<const body::Body* const> bodies);

/// The arms of one side; what is never changed of them, then what is read anew each tick.
ArmBlock arms_of(body::Side side, const BoneBlock& bones);
void gather_arms(const CharacterBlock& characters, body::Side side, ArmBlock& arms);

/// Writes the rotations of `joints` back, and no others. Pre: at most kLanes poses.
void scatter(const CharacterBlock& characters, std::span<const body::Joint> joints,
             std::span<Pose* const> poses);

}  // namespace kine::pose
