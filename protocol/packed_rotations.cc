// unpack() of packed_rotations.h; pack() stands in pack_rotations.cc.
#include "protocol/packed_rotations.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace kine::protocol {
namespace {

/// 15 bits hold -kSteps to kSteps, from -1/sqrt(2) to 1/sqrt(2): the second largest component of a
/// unit quaternion is no larger.
constexpr std::int32_t kSteps = 16'383;
constexpr double kStepsToOne = kSteps * 1.4142135623730951;
constexpr unsigned kBits = 15;
constexpr std::uint32_t kMask = (1U << kBits) - 1;

double component_of(std::uint64_t bits, unsigned index) {
  const auto number = static_cast<std::int32_t>(bits >> (2 + kBits * index) & kMask);
  return (number - kSteps) / kStepsToOne;
}

Rotation unpacked(std::uint64_t bits) {
  const std::array<double, 3> rest = {component_of(bits, 0), component_of(bits, 1),
                                      component_of(bits, 2)};
  const double left = 1 - (rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
  const std::size_t largest = bits & 3;
  Rotation rotation{};
  for (std::size_t i = 0, next = 0; i < rotation.size(); ++i) {
    rotation[i] = static_cast<float>(i == largest ? std::sqrt(std::max(0.0, left)) : rest[next++]);
  }
  return rotation;
}

}  // namespace

bool unpack(std::string_view packed, std::span<Rotation> rotations) {
  if (packed.size() != kPackedRotationBytes * rotations.size()) return false;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, packed.data() + i * kPackedRotationBytes, kPackedRotationBytes);
    rotations[i] = unpacked(bits);
  }
  return true;
}

}  // namespace kine::protocol
