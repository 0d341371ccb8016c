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
#include <span>
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
  std::vector<std::array<float, kLanes>> masks;  // of each of them: lane_mask
  std::vector<float> times_s;                    // strictly increasing; never empty with blocks

  /// blocks.size() for each key, key after key; in each lane, a key lies on the same side of the
  /// sphere as the one before it. Lanes of joints that are not in the group are the identity.
  std::vector<QuatBlock> rotations;

  /// Keys without times for these joints: `blocks` and `masks` are there.
  static JointKeys of(body::JointSet joints);

  std::size_t key_count() const { return times_s.size(); }

  friend bool operator==(const JointKeys&, const JointKeys&) = default;
};

/// One channel's values, linear between the keys.
struct ChannelKeys {
  body::Channel channel;
  std::vector<float> times_s;  // strictly increasing, never empty
  std::vector<float> values;

  friend bool operator==(const ChannelKeys&, const ChannelKeys&) = default;
};

struct Keys {
  JointKeys joints;
  std::vector<ChannelKeys> channels;

  friend bool operator==(const Keys&, const Keys&) = default;
};

/// Where a time falls among keys: between `before` and the key behind it, `h` of the way. Before
/// the first key h is 0, from the last one on `before` is that key and h is 0.
struct KeyPlace {
  std::size_t before = 0;
  float h = 0;
};
KeyPlace place_among(std::span<const float> times_s, float time_s);

/// For each lane of a block whether its joint is in the set: 1 or 0, as blending multiplies it.
std::array<float, kLanes> lane_mask(body::JointSet joints, std::size_t block);

/// The blocks that these joints stand in, ascending.
std::vector<std::uint8_t> blocks_of(body::JointSet joints);

}  // namespace kine::pose
