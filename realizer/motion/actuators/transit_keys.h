// Key poses between key poses: how joints go along their way from one to the next (Neff and Fiume
// 2003, section 4.3). The curve that lies there already is gone over at other times, left a little,
// or not gone to its end.
//
//   JointKeys, bound, and a Transit for each --with_transits--> JointKeys that stand closer
#pragma once

#include <cstdint>
#include <span>

#include "realizer/body/body.h"
#include "realizer/motion/transit.h"
#include "realizer/pose/keys.h"

namespace kine::motion {

/// `transits` are those of the movements to the keys, one a key; that of the first key, and of what
/// only holds, does not count. Keys that stood there keep their times. `seed` says how it trembles.
pose::JointKeys with_transits(pose::JointKeys keys, std::span<const Transit> transits,
                              const body::Body& body, std::uint64_t seed);

}  // namespace kine::motion
