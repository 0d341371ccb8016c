#include "realizer/pose/keys.h"

#include <algorithm>

#include "realizer/pose/pose.h"

namespace kine::pose {
namespace {

struct IsEmpty {
  bool operator()(std::monostate) const { return true; }
  template <class Part>
  bool operator()(const Part& part) const {
    return part.empty();
  }
};

Solved solved_of(const SolvedKeys& keys) {
  return std::visit(IsEmpty{}, keys) ? Solved::Nothing : static_cast<Solved>(keys.index());
}

}  // namespace

KeyPlace place_among(std::span<const float> times_s, float time_s) {
  const auto behind = std::upper_bound(times_s.begin(), times_s.end(), time_s);
  if (behind == times_s.begin()) return {};
  const std::size_t before = static_cast<std::size_t>(behind - times_s.begin()) - 1;
  if (behind == times_s.end()) return {before, 0};
  return {before, (time_s - times_s[before]) / (*behind - times_s[before])};
}

JointKeys JointKeys::of(body::JointSet joints) {
  JointKeys keys;
  keys.joints = joints;
  keys.blocks = blocks_of(joints);
  for (const std::uint8_t block : keys.blocks) keys.masks.push_back(lane_mask(joints, block));
  return keys;
}

Contents Contents::of(const Keys& keys) {
  return {.joints = !keys.joints.blocks.empty(),
          .channels = !keys.channels.empty(),
          .clip = keys.clip.clip != nullptr,
          .warps = !keys.warps.empty(),
          .solved = solved_of(keys.solved)};
}

LaneMask lane_mask(body::JointSet joints, std::size_t block) {
  LaneMask mask;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t joint = block * kLanes + lane;
    if (joint >= body::kJointCount || !joints.contains(body::joint_at(joint))) continue;
    mask.insert(lane);
  }
  return mask;
}

std::vector<std::uint8_t> blocks_of(body::JointSet joints) {
  std::vector<std::uint8_t> blocks;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const std::uint64_t lanes = joints.bits() >> (block * kLanes) & ((1U << kLanes) - 1);
    if (lanes != 0) blocks.push_back(static_cast<std::uint8_t>(block));
  }
  return blocks;
}

}  // namespace kine::pose
