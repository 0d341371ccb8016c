// unpack() of packed_rotations.h; pack() stands in pack_rotations.cc.
#include "protocol/packed_rotations.h"

#include <cstdint>
#include <cstring>

#include "realizer/math/packed_quat.h"

namespace kine::protocol {

bool unpack(std::string_view packed, std::span<Rotation> rotations) {
  if (packed.size() != kPackedRotationBytes * rotations.size()) return false;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, packed.data() + i * kPackedRotationBytes, kPackedRotationBytes);
    const Quat turn = unpacked(bits);
    rotations[i] = {static_cast<float>(turn.x), static_cast<float>(turn.y),
                    static_cast<float>(turn.z), static_cast<float>(turn.w)};
  }
  return true;
}

}  // namespace kine::protocol
