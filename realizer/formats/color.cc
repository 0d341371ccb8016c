#include "realizer/formats/color.h"

#include <algorithm>
#include <cmath>

namespace kine::formats {
namespace {

std::uint8_t mixed_bytes(std::uint8_t a, std::uint8_t b, double amount_of_b) {
  return static_cast<std::uint8_t>(std::lround(a + (b - a) * amount_of_b));
}

}  // namespace

Color mixed(Color a, Color b, double amount_of_b) {
  const double amount = std::clamp(amount_of_b, 0.0, 1.0);
  return {mixed_bytes(a.red, b.red, amount), mixed_bytes(a.green, b.green, amount),
          mixed_bytes(a.blue, b.blue, amount)};
}

}  // namespace kine::formats
