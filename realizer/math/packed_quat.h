// Rotations in 48 bits, smallest three: the largest component is left out, for the others say it.
//
// kinesphere.proto says which bit means what. The way back is off by at most 0.0086 degrees. q and
// -q give the same bits.
#pragma once

#include <cstdint>

#include "realizer/math/quat.h"

namespace kine {

/// The lowest 48 bits. Of components that are alike the first is left out. Pre: a unit quaternion.
std::uint64_t packed(const Quat& rotation);

/// Whatever the bits, the numbers are finite; those that packed() gives make a unit quaternion.
Quat unpacked(std::uint64_t bits);

}  // namespace kine
