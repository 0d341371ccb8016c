#include "realizer/motion/key_poses.h"

#include <cstddef>
#include <span>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/key_times.h"

namespace kine::motion {
namespace {

using Signs = std::array<float, pose::kLanes>;

/// -1 for the lanes in which the two lie on different sides of the sphere, else 1.
Signs signs_towards(const pose::QuatBlock& before, const pose::QuatBlock& key) {
  Signs signs;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    const float dot = before.x[i] * key.x[i] + before.y[i] * key.y[i] + before.z[i] * key.z[i] +
                      before.w[i] * key.w[i];
    signs[i] = dot < 0 ? -1.0F : 1.0F;
  }
  return signs;
}

pose::QuatBlock signed_block(const pose::QuatBlock& block, const Signs& signs) {
  pose::QuatBlock result;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    result.x[i] = signs[i] * block.x[i];
    result.y[i] = signs[i] * block.y[i];
    result.z[i] = signs[i] * block.z[i];
    result.w[i] = signs[i] * block.w[i];
  }
  return result;
}

/// The lanes of the mask, and the identity in the others.
pose::QuatBlock masked(const pose::QuatBlock& block, const std::array<float, pose::kLanes>& mask) {
  pose::QuatBlock result;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    if (mask[i] == 0) continue;
    result.x[i] = block.x[i];
    result.y[i] = block.y[i];
    result.z[i] = block.z[i];
    result.w[i] = block.w[i];
  }
  return result;
}

pose::QuatBlock block_of(const std::array<Quat, body::kJointCount>& rotations, std::size_t block) {
  pose::QuatBlock result;
  for (std::size_t i = 0; i < pose::kLanes; ++i) {
    const std::size_t joint = block * pose::kLanes + i;
    if (joint >= rotations.size()) break;
    const Quat& q = rotations[joint];
    result.x[i] = static_cast<float>(q.x);
    result.y[i] = static_cast<float>(q.y);
    result.z[i] = static_cast<float>(q.z);
    result.w[i] = static_cast<float>(q.w);
  }
  return result;
}

void append_blocks(std::span<const pose::QuatBlock> key, Seconds time, pose::JointKeys& keys) {
  keys.times_s.push_back(keys.times_s.empty() ? static_cast<float>(time.count())
                                              : key_time_after(keys.times_s.back(), time));
  keys.rotations.insert(keys.rotations.end(), key.begin(), key.end());
}

}  // namespace

void append_key(const std::array<Quat, body::kJointCount>& rotations, Seconds time, Seconds hold,
                pose::JointKeys& keys) {
  const std::size_t width = keys.blocks.size();
  std::vector<pose::QuatBlock> key;
  for (std::size_t b = 0; b < width; ++b) {
    key.push_back(masked(block_of(rotations, keys.blocks[b]), keys.masks[b]));
    if (keys.times_s.empty()) continue;
    const pose::QuatBlock& before = keys.rotations[keys.rotations.size() - width + b];
    key.back() = signed_block(key.back(), signs_towards(before, key.back()));
  }
  append_blocks(key, time, keys);
  if (hold > Seconds{0}) append_blocks(key, time + hold, keys);
}

KeyPoses::KeyPoses(pose::JointKeys keys) : keys_(std::move(keys)) {
  KINE_ASSERT(keys_.key_count() > 0);
  KINE_ASSERT(keys_.rotations.size() == keys_.key_count() * keys_.blocks.size());
}

pose::Keys KeyPoses::compile(const Entry& entry, const body::Body&) const {
  const std::size_t width = keys_.blocks.size();
  pose::Keys bound{.joints = keys_, .channels = {}};
  pose::JointKeys& keys = bound.joints;
  keys.times_s.insert(keys.times_s.begin(), entry_time_before(keys_.times_s.front(), entry.time));
  keys.rotations.clear();
  keys.rotations.reserve((keys_.key_count() + 1) * width);
  std::vector<Signs> signs;
  for (std::size_t b = 0; b < width; ++b) {
    keys.rotations.push_back(masked(entry.pose->rotations[keys_.blocks[b]], keys_.masks[b]));
    signs.push_back(signs_towards(keys.rotations.back(), keys_.rotations[b]));
  }
  // The keys agree among each other, so what turns the first to the entry's side turns them all.
  for (std::size_t i = 0; i < keys_.rotations.size(); ++i) {
    keys.rotations.push_back(signed_block(keys_.rotations[i], signs[i % width]));
  }
  return bound;
}

}  // namespace kine::motion
