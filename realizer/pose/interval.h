// The interval between two keys that is current: the keys' only part that a tick computes.
//
//   Keys --enter--> Interval --sample_at--> LayerSample, tick after tick until the next key
//
// A cache in the row of a character: the keys are the truth, so it is no part of any comparison.
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/pose/kernels.h"
#include "realizer/pose/keys.h"

namespace kine::pose {

class Interval {
 public:
  /// Where `time_s` falls in `keys`, which are the same at every call; sets up the squads of an
  /// interval where it is another than at the last call. Allocates at the first call only. What it
  /// gives holds until the next call.
  LayerSample sample_at(const JointKeys& keys, float time_s);

  /// The same of a clip: two frames of its own, or what it eases in with.
  LayerSample sample_at(const ClipKeys& keys, float time_s);

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t before_ = kNone;  // the key that the squads begin at
  std::vector<SquadBlock> squads_;
  std::vector<QuatBlock> eased_;  // of a clip that begins
};

/// The squads of the interval behind the key `before`. Pre: a key follows, and `squads` is as large
/// as keys.blocks.
void set_up(const JointKeys& keys, std::size_t before, std::span<SquadBlock> squads);

}  // namespace kine::pose
