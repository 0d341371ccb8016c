// A block that plays, and what was planned anew of it, as one block.
//
//   Block that plays, Block planned anew --continued--> Block, which the shard goes on with
//
// What has passed is as it was, to the tick: the points that were said stand first, in their order.
#pragma once

#include <cstdint>
#include <span>

#include "realizer/core/time.h"
#include "realizer/motion/block.h"

namespace kine::motion {

/// How a part of the block goes on.
enum class Going : std::uint8_t {
  AsBefore,    // but for when it hands its joints over to others
  WithNewEnd,  // it moves to nothing any more, but holds for longer or shorter
  Anew,        // what it does from now on is another
  InTurn,      // what it does anew fades in over what it did: looks, and turns of what stands there
};

/// What turns others fades within this time for what takes its place.
inline constexpr Seconds kTurnsFade{0.2};

/// From tick `from` of the block on, counted from its start: `going` says it of each part of
/// `after`, which have their names from `before`. What `before` has and `after` has not fades
/// within `fade`.
Block continued(const Block& before, const Block& after, std::span<const Going> going, Tick from,
                TickRate rate, Seconds fade);

}  // namespace kine::motion
