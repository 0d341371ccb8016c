// Rotations in 48 bits, smallest three: kinesphere.proto says which bit means what.
//
//   Frame.parent_from_joint --pack--> Frame.packed_rotations --unpack--> unit quaternions
//
// The way back is off by at most 0.0086 degrees: half a step in each of three components, with all
// four alike. q and -q give the same bytes. pack() is for servers: it allocates nothing, and no
// branch looks at a number.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace kine::protocol {

inline constexpr std::size_t kPackedRotationBytes = 6;

/// x, y, z, w.
using Rotation = std::array<float, 4>;

/// Writes kPackedRotationBytes each to `out`; where they end. Where several components have the
/// largest magnitude, the first of them is left out.
char* pack(std::span<const Rotation> rotations, char* out);

/// False where there are not as many bytes as it takes. Whatever the bytes, the numbers are finite.
bool unpack(std::string_view packed, std::span<Rotation> rotations);

}  // namespace kine::protocol
