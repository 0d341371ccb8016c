// Keys: a bound motion as the kernels of a tick read it. Immutable and shared once compiled.
//
//   Actuator::compile --> Keys --sample_keys--> Pose (the lanes it owns)
//
// A key holds whole blocks of 16 lanes, only of those blocks that the group touches, so sampling
// writes where the pose has its lanes and scatters nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/pose/pose.h"

namespace kine::pose {

/// The times of the keys of one group, in seconds from the start of its block. A hold is two keys
/// with the same rotations.
struct JointKeys {
  body::JointSet joints;
  std::vector<std::uint8_t> blocks;  // which blocks of a pose the joints touch, ascending
  std::vector<float> times_s;        // strictly increasing
  /// blocks.size() for each key, key after key; in each lane, a key lies on the same side of the
  /// sphere as the one before it. Lanes of joints that are not in the group are the identity.
  std::vector<QuatBlock> rotations;

  std::size_t key_count() const { return times_s.size(); }
};

/// One channel's values, linear between the keys.
struct ChannelKeys {
  body::Channel channel;
  std::vector<float> times_s;  // strictly increasing
  std::vector<float> values;
};

struct Keys {
  JointKeys joints;
  std::vector<ChannelKeys> channels;
};

/// For each lane of a block whether its joint is in the set: 1 or 0, as blending multiplies it.
std::array<float, kLanes> lane_mask(body::JointSet joints, std::size_t block);

/// The blocks that these joints stand in, ascending.
std::vector<std::uint8_t> blocks_of(body::JointSet joints);

}  // namespace kine::pose
