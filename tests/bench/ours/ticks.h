// The shard's own tick under load: quantiles, what it allocates, a flood of scripts, and the hash
// of what comes out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/bench/peers/workload.h"

namespace kine::bench {

enum class Arms { Untracked, Loose, WithBody };

/// Ticks of a shard on which every character has three active segments of the whole body, and mass
/// trackers on both arms, or a body that goes along, if asked for, encoded and sent over a loopback
/// connection, sixty a second.
void print_ticks(const Workload& workload, std::size_t characters, std::size_t ticks,
                 Arms arms = Arms::Untracked);

/// A thousand scripts of five poses that arrive in one tick.
void print_flood();

/// Of everything that such a shard and a crowd give in so many ticks.
std::uint64_t hash_of_frames(const Workload& workload, std::size_t characters, std::size_t ticks);

}  // namespace kine::bench
