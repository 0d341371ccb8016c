#include "realizer/pose/pose.h"

namespace kine::pose {

Quat Pose::rotation(body::Joint joint) const {
  const QuatBlock& block = rotations[body::index_of(joint) / kLanes];
  const std::size_t lane = body::index_of(joint) % kLanes;
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

void Pose::set_rotation(body::Joint joint, const Quat& parent_from_joint) {
  QuatBlock& block = rotations[body::index_of(joint) / kLanes];
  const std::size_t lane = body::index_of(joint) % kLanes;
  block.x[lane] = static_cast<float>(parent_from_joint.x);
  block.y[lane] = static_cast<float>(parent_from_joint.y);
  block.z[lane] = static_cast<float>(parent_from_joint.z);
  block.w[lane] = static_cast<float>(parent_from_joint.w);
}

}  // namespace kine::pose
