// A color as screens have it: sRGB, a byte a component.
#pragma once

#include <cstdint>

namespace kine::formats {

struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  friend bool operator==(const Color&, const Color&) = default;
};

/// `a` at 0, `b` at 1.
Color mixed(Color a, Color b, double amount_of_b);

}  // namespace kine::formats
