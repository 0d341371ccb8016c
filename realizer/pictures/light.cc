#include "realizer/pictures/light.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace kine::pictures {
namespace {

constexpr std::size_t kShades = 4'096;  // of light: finer than a byte's steps in the dark

/// IEC 61966-2-1.
double linear_of(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
double encoded_of(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

std::uint8_t byte_of(double linear) {
  static const auto kBytes = [] {
    std::array<std::uint8_t, kShades> bytes{};
    for (std::size_t i = 0; i < kShades; ++i) {
      const double shade = static_cast<double>(i) / (kShades - 1);
      bytes[i] = static_cast<std::uint8_t>(255 * encoded_of(shade) + 0.5);
    }
    return bytes;
  }();
  return kBytes[static_cast<std::size_t>(std::clamp(linear, 0.0, 1.0) * (kShades - 1) + 0.5)];
}

double light_of_byte(std::uint8_t byte) {
  static const auto kLights = [] {
    std::array<double, 256> lights{};
    for (std::size_t i = 0; i < lights.size(); ++i) {
      lights[i] = linear_of(static_cast<double>(i) / 255);
    }
    return lights;
  }();
  return kLights[byte];
}

}  // namespace

Vec3 light_of(formats::Color color) {
  return {light_of_byte(color.red), light_of_byte(color.green), light_of_byte(color.blue)};
}

formats::Color color_of(const Vec3& light) {
  return {byte_of(light.x), byte_of(light.y), byte_of(light.z)};
}

}  // namespace kine::pictures
