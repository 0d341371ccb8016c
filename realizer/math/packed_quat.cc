#include "realizer/math/packed_quat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace kine {
namespace {

/// 15 bits hold -kSteps to kSteps, from -1/sqrt(2) to 1/sqrt(2): the second largest component of a
/// unit quaternion is no larger.
constexpr std::int32_t kSteps = 16'383;
constexpr double kStepsToOne = kSteps * 1.4142135623730951;
constexpr unsigned kBits = 15;
constexpr std::uint64_t kMask = (1U << kBits) - 1;

double component_of(std::uint64_t bits, unsigned index) {
  const auto number = static_cast<std::int32_t>(bits >> (2 + kBits * index) & kMask);
  return (number - kSteps) / kStepsToOne;
}

std::uint64_t number_of(double component) {
  const double number = std::floor(component * kStepsToOne + kSteps + 0.5);
  return static_cast<std::uint64_t>(std::clamp(number, 0.0, 2.0 * kSteps));
}

}  // namespace

std::uint64_t packed(const Quat& rotation) {
  const std::array<double, 4> all = {rotation.x, rotation.y, rotation.z, rotation.w};
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto largest =
      static_cast<std::size_t>(std::max_element(all.begin(), all.end(), by_size) - all.begin());
  const double sign = std::signbit(all[largest]) ? -1 : 1;
  std::uint64_t bits = largest;
  unsigned next = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i != largest) bits |= number_of(sign * all[i]) << (2 + kBits * next++);
  }
  return bits;
}

Quat unpacked(std::uint64_t bits) {
  const std::array<double, 3> rest = {component_of(bits, 0), component_of(bits, 1),
                                      component_of(bits, 2)};
  const double left = 1 - (rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
  const std::size_t largest = bits & 3;
  std::array<double, 4> all{};
  for (std::size_t i = 0, next = 0; i < all.size(); ++i) {
    all[i] = i == largest ? std::sqrt(std::max(0.0, left)) : rest[next++];
  }
  return {all[0], all[1], all[2], all[3]};
}

}  // namespace kine
