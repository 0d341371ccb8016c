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
  std::uint16_t bits = 0;  // lane 0 lowest

  bool has(std::size_t lane) const { return (bits >> lane & 1U) != 0; }
  void insert(std::size_t lane) { bits = static_cast<std::uint16_t>(bits | 1U << lane); }

  friend bool operator==(const LaneMask&, const LaneMask&) = default;
};

/// One interval of 16 squads, set up: what no time changes, in the order in which it is read, for
/// memory comes fastest that is read straight on. The four quaternions (Pohl 2010, 4.6) are divided
/// by what the weights of their slerp would be.
struct alignas(64) SquadBlock {
  Lanes key_angle2 = {};  // the angle between the keys squared, at half angle
  QuatBlock from;
  QuatBlock to;
  Lanes inner_angle2 = {};
  QuatBlock near_start;
  QuatBlock near_end;
};

}  // namespace kine::pose
