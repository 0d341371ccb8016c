// Blocks of 16 lanes: what the kernels of a tick read and write.
//
// x, y, z and w stand apart, so that a machine takes 8 or 16 rotations in one instruction and the
// layout of memory, golden files and results are the same on all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kine::pose {

inline constexpr std::size_t kLanes = 16;

using Lanes = std::array<float, kLanes>;

/// The rotations of 16 joints.
struct alignas(64) QuatBlock {
  Lanes x = {};
  Lanes y = {};
  Lanes z = {};
  Lanes w = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

  friend bool operator==(const QuatBlock&, const QuatBlock&) = default;
};

/// Rotation vectors at half angle, as log() gives them; or points and directions.
struct alignas(64) VectorBlock {
  Lanes x = {};
  Lanes y = {};
  Lanes z = {};

  friend bool operator==(const VectorBlock&, const VectorBlock&) = default;
};

/// Some of the lanes of a block.
struct LaneMask {
  Lanes share = {};        // 1 or 0, as blending multiplies it
  std::uint16_t bits = 0;  // the same, lane 0 lowest

  friend bool operator==(const LaneMask&, const LaneMask&) = default;
};

/// One interval of 16 squads, set up: what no time changes.
struct alignas(64) SquadBlock {
  // In the order in which they are read, for memory comes fastest that is read straight on. Of the
  // arcs from `from` to `to` and from `near_start` to `near_end`: the angle squared, and what the
  // weights of a slerp are divided by, inverted.
  Lanes key_angle2 = {};
  Lanes key_scale = {};
  QuatBlock from;
  QuatBlock to;
  Lanes inner_angle2 = {};
  Lanes inner_scale = {};
  QuatBlock near_start;  // the inner quaternions (Pohl 2010, 4.6)
  QuatBlock near_end;
};

}  // namespace kine::pose
