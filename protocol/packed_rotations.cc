#include "protocol/packed_rotations.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace kine::protocol {
namespace {

/// Rotations that are packed together: a loop of a length that the compiler knows.
constexpr std::size_t kLanes = 16;

/// 15 bits hold -kSteps to kSteps, from -1/sqrt(2) to 1/sqrt(2): the second largest component of a
/// unit quaternion is no larger.
constexpr std::int32_t kSteps = 16'383;
constexpr double kStepsToOne = kSteps * 1.4142135623730951;
constexpr unsigned kBits = 15;
constexpr std::uint32_t kMask = (1U << kBits) - 1;

template <class T>
using Lanes = std::array<T, kLanes>;

struct Packed {
  Lanes<std::uint32_t> low;   // bits 0 to 31
  Lanes<std::uint32_t> high;  // bits 32 to 47
};

/// The nearest step, as the number that stands for it.
std::uint32_t number_of(float component, float steps_to_one) {
  constexpr float kHalfUp = kSteps + 0.5F;
  constexpr float kMax = 2 * kSteps;
  const float number = component * steps_to_one + kHalfUp;
  const float bounded = number > 0 ? std::min(number, kMax) : 0.0F;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(bounded));
}

void pack_lanes(const Rotation* rotations, Packed& packed) {
  for (std::size_t i = 0; i < kLanes; ++i) {
    const auto [x, y, z, w] = rotations[i];
    const bool y_over_x = std::abs(y) > std::abs(x);
    const bool w_over_z = std::abs(w) > std::abs(z);
    const float xy = y_over_x ? y : x;
    const float zw = w_over_z ? w : z;
    const bool zw_over_xy = std::abs(zw) > std::abs(xy);
    const std::int32_t in_xy = y_over_x ? 1 : 0;
    const std::int32_t in_zw = w_over_z ? 3 : 2;
    const std::int32_t largest = zw_over_xy ? in_zw : in_xy;
    const float scale = std::copysign(static_cast<float>(kStepsToOne), zw_over_xy ? zw : xy);

    const std::uint32_t first = number_of(largest == 0 ? y : x, scale);
    const std::uint32_t second = number_of(largest <= 1 ? z : y, scale);
    const std::uint32_t third = number_of(largest <= 2 ? w : z, scale);
    packed.low[i] = static_cast<std::uint32_t>(largest) | first << 2 | second << (2 + kBits);
    packed.high[i] = third;
  }
}

char* write(const Packed& packed, std::size_t count, char* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto high = static_cast<std::uint16_t>(packed.high[i]);
    std::memcpy(out, &packed.low[i], sizeof(packed.low[i]));
    std::memcpy(out + sizeof(packed.low[i]), &high, sizeof(high));
    out += kPackedRotationBytes;
  }
  return out;
}

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

char* pack(std::span<const Rotation> rotations, char* out) {
  Packed packed;
  std::size_t begin = 0;
  for (; begin + kLanes <= rotations.size(); begin += kLanes) {
    pack_lanes(&rotations[begin], packed);
    out = write(packed, kLanes, out);
  }
  Lanes<Rotation> rest{};  // lanes past the last one are packed and not written
  std::copy(rotations.begin() + static_cast<std::ptrdiff_t>(begin), rotations.end(), rest.begin());
  pack_lanes(rest.data(), packed);
  return write(packed, rotations.size() - begin, out);
}

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
