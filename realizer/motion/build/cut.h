// A block of which some parts end while it plays: what they would have done from then on is gone.
//
//   Block, parts, a time --cut--> Block, which the shard goes on with
//
// Nothing is edited in place: an interruption makes another block of the same segments.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/motion/block.h"

namespace kine::motion {

/// How long a part that is interrupted takes to go: as long as a block.
inline constexpr Seconds kPartFade{0.3};

/// How far a block has come.
struct Progress {
  Seconds now{0};                     // from its start
  std::vector<bool> bound;            // a segment: whether it has begun
  std::size_t said = 0;               // sync points
  std::array<Seconds, 2> ahead = {};  // how far the arms are ahead of their body
};

struct Cut {
  Block block;
  std::size_t ends = 0;
};

/// The ends of those parts that have begun and are not over, in the order in which they began.
std::vector<SyncPoint> ends_of(const Block& block, std::span<const std::size_t> parts,
                               const Progress& progress);

/// Of these parts, ascending, nothing begins any more, what plays fades within `fade`, and their
/// points that were not said are no more. The first `said` points stay as they are; right behind
/// them stand `ends` others: those of ends_of, now.
Cut cut(const Block& block, std::span<const std::size_t> parts, const Progress& progress,
        Seconds fade);

/// The parts that `include` names, all where it names none, without those that `exclude` names.
std::vector<std::size_t> parts_named(const Block& block, std::span<const std::string> include,
                                     std::span<const std::string> exclude);

}  // namespace kine::motion
