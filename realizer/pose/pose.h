// A Pose: local rotations, hips and channels of one character, laid out for the kernels of a tick.
//
// Lanes are joints: four blocks of 16 whatever the width of the machine, x, y, z and w apart. The
// lanes past the last joint hold the identity and are never read out.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

#include "realizer/body/channels.h"
#include "realizer/body/skeleton.h"
#include "realizer/math/quat.h"
#include "realizer/pose/lanes.h"

namespace kine::pose {

inline constexpr std::size_t kBlocks = (body::kJointCount + kLanes - 1) / kLanes;
inline constexpr std::size_t kChannelLanes = (body::kChannelCount + kLanes - 1) / kLanes * kLanes;

using ChannelSet = std::bitset<body::kChannelCount>;

struct alignas(64) Pose {
  std::array<QuatBlock, kBlocks> rotations = {};   // parent_from_joint, unit
  std::array<float, kChannelLanes> channels = {};  // in [0, 1.5]
  std::array<float, 4> hips_m = {};                // x, y, z in the root's space; the fourth is 0

  Quat rotation(body::Joint joint) const;
  void set_rotation(body::Joint joint, const Quat& parent_from_joint);

  friend bool operator==(const Pose&, const Pose&) = default;
};

}  // namespace kine::pose
