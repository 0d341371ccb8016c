// A section's model from recorded takes: by counting (Levine, Theobalt and Koltun 2009, section
// 7.3).
//
//   observations and labelled segments of takes --count--> MotionModel
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "realizer/gesture/motion_model.h"

namespace kine::gesture {

/// An observation of a take.
struct HeardAt {
  double time_s = 0;
  std::uint8_t symbol = 0;
  std::uint8_t context = 0;
};

/// A part of a take's motion, with the cluster to which it belongs.
struct MotionSegment {
  double from_s = 0;
  double to_s = 0;
  std::size_t motion = 0;
};

/// Both in the order of time; segments follow each other without a gap.
struct Take {
  std::vector<HeardAt> heard;
  std::vector<MotionSegment> segments;
};

/// The state with which the paper pairs an observation: the segment that is active when the next
/// one comes. It has started if another segment was active before.
struct ActiveState {
  std::size_t motion = 0;
  bool started = false;
  std::size_t heard = 0;  // the number of the observation
};

/// Of each observation but the last, where a segment is active at the next one.
std::vector<ActiveState> active_states(const Take& take);

/// Pre: each segment's motion is below `motions`, which is 1 to kMotionsMax, and each symbol and
/// context is one.
MotionModel learn(std::span<const Take> takes, std::size_t motions);

/// How much a symbol says about the state, less what the same symbols say in a random order. Below
/// 0.05 bit prosody says nothing. (Miller and Madow's correction leaves 0.1 bit of chance with 90
/// states and half an hour: it counts the pairs that were seen.)
double information_bits(std::span<const Take> takes, std::size_t motions);

}  // namespace kine::gesture
