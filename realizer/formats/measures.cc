#include "realizer/formats/measures.h"

#include <array>
#include <charconv>
#include <cmath>

namespace kine::formats {

std::string three_digits(double value) {
  // Just below a border it would be rounded up to four digits.
  const double size = std::abs(value);
  const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  std::array<char, 400> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, decimals);
  std::string text(buffer.data(), end.ptr);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string length_text(double length_m) {
  const double size = std::abs(length_m);
  if (size >= 0.9995) return three_digits(length_m) + " m";
  if (size >= 0.009995) return three_digits(length_m * 100) + " cm";
  return three_digits(length_m * 1000) + " mm";
}

std::string time_text(Seconds time) {
  const double time_s = time.count();
  if (std::abs(time_s) >= 0.9995) return three_digits(time_s) + " s";
  return three_digits(time_s * 1000) + " ms";
}

}  // namespace kine::formats
