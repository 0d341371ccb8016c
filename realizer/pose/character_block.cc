#include "realizer/pose/character_block.h"

#include "realizer/core/assert.h"

namespace kine::pose {

BoneBlock bones_of(std::span<const body::Body* const> bodies) {
  KINE_ASSERT(bodies.size() <= kLanes);
  BoneBlock bones;
  for (std::size_t lane = 0; lane < bodies.size(); ++lane) {
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const Vec3& offset = bodies[lane]->offsets_m[joint];
      bones.offsets_m[joint].x[lane] = static_cast<float>(offset.x);
      bones.offsets_m[joint].y[lane] = static_cast<float>(offset.y);
      bones.offsets_m[joint].z[lane] = static_cast<float>(offset.z);
    }
  }
  return bones;
}

ArmBlock arms_of(body::Side side, const BoneBlock& bones) {
  const body::ArmChain chain = body::arm_chain(side);
  ArmBlock arms;
  arms.upper_arm_m = bones.offsets_m[body::index_of(chain.upper_arm)];
  arms.lower_arm_m = bones.offsets_m[body::index_of(chain.lower_arm)];
  arms.hand_m = bones.offsets_m[body::index_of(chain.hand)];
  arms.hinge.y.fill(side == body::Side::Left ? -1.0F : 1.0F);
  return arms;
}

void gather_arms(const CharacterBlock& characters, body::Side side, ArmBlock& arms) {
  const body::ArmChain chain = body::arm_chain(side);
  arms.shoulder = characters.of(chain.shoulder);
  arms.upper_arm = characters.of(chain.upper_arm);
  arms.lower_arm = characters.of(chain.lower_arm);
}

void scatter(const CharacterBlock& characters, std::span<const body::Joint> joints,
             std::span<Pose* const> poses) {
  KINE_ASSERT(poses.size() <= kLanes);
  for (const body::Joint joint : joints) {
    const QuatBlock& from = characters.of(joint);
    const std::size_t to = body::index_of(joint) % kLanes;
    for (std::size_t lane = 0; lane < poses.size(); ++lane) {
      QuatBlock& block = poses[lane]->rotations[body::index_of(joint) / kLanes];
      block.x[to] = from.x[lane];
      block.y[to] = from.y[lane];
      block.z[to] = from.z[lane];
      block.w[to] = from.w[lane];
    }
  }
}

}  // namespace kine::pose
