// The interval between two keys that is current: the keys' only part that a tick computes.
//
//   Keys --enter--> Interval --sample_at--> LayerSample, tick after tick until the next key
//
// A cache in the row of a character: the keys are the truth, so it is no part of any comparison.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "realizer/pose/kernels.h"
#include "realizer/pose/keys.h"

namespace kine::pose {

class Interval {
 public:
  Interval() = default;
  Interval(Interval&&) = default;
  Interval& operator=(Interval&&) = default;
  ~Interval() = default;

  /// Of a copy nothing is current yet: two must not share the room of one.
  Interval(const Interval&) {}
  Interval& operator=(const Interval&) { return *this = Interval(); }

  /// Squads stand in `room` from now on, which outlives this; where it is too small, in memory of
  /// its own. What follows each other in a tick is fast to read where it stands in a row.
  void settle(std::span<SquadBlock> room);

  /// Where `time_s` falls in `keys`, which are the same at every call; sets up the squads of an
  /// interval where it is another than at the last call. Allocates at the first call only. What it
  /// gives holds until the next call.
  LayerSample sample_at(const JointKeys& keys, float time_s);

  /// The same of a clip: two frames of its own, or what it eases in with.
  LayerSample sample_at(const ClipKeys& keys, float time_s);

 private:
  void enter(const JointKeys& keys, std::size_t before);
  LayerSample sample_inside(float h) const;

  /// What has no room elsewhere.
  struct Own {
    std::vector<SquadBlock> squads;
    std::vector<QuatBlock> eased;  // of a clip that begins
  };

  // All that is read from tick to tick stands here or in the squads, so that keys are not touched.
  float from_s_ = 0;  // the squads hold between these times, if there are any
  float to_s_ = 0;
  SquadBlock* squads_ = nullptr;  // in the room, or in its own
  std::array<LaneMask, kBlocks> masks_ = {};
  std::array<std::uint8_t, kBlocks> blocks_ = {};
  std::array<Arcs, kBlocks> arcs_ = {};
  std::uint8_t block_count_ = 0;
  std::span<SquadBlock> room_;
  std::unique_ptr<Own> own_;
};

/// The squads of the interval behind the key `before`, and how far they reach. Pre: a key follows,
/// and both are as large as keys.blocks.
void set_up(const JointKeys& keys, std::size_t before, std::span<SquadBlock> squads,
            std::span<Arcs> arcs);

}  // namespace kine::pose
