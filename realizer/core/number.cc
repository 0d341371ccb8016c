#include "realizer/core/number.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include "realizer/core/utf8.h"

namespace kine {
namespace {

constexpr std::size_t kQuotedBytesMax = 40;
constexpr std::size_t kNumberBytesMax = 32;

std::string_view without_plus(std::string_view text) {
  const bool sign_then_digit = text.size() > 1 && text[0] == '+' && text[1] != '-';
  return sign_then_digit ? text.substr(1) : text;
}

template <class Number>
std::string_view printed(Number value, char (&buffer)[kNumberBytesMax]) {
  const auto [end, error] = std::to_chars(buffer, buffer + kNumberBytesMax, value);
  return error == std::errc() ? std::string_view(buffer, static_cast<std::size_t>(end - buffer))
                              : std::string_view("0");
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  text = without_plus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::optional<long long> parse_integer(std::string_view text) {
  text = without_plus(text);
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

std::string format_number(double value) {
  char buffer[kNumberBytesMax];
  return std::string(printed(value, buffer));
}

std::string format_number(float value) {
  char buffer[kNumberBytesMax];
  return std::string(printed(value, buffer));
}

void append_number(std::string& text, float value) {
  char buffer[kNumberBytesMax];
  text += printed(value, buffer);
}

std::string quoted(std::string_view text) { return "'" + one_line(text, kQuotedBytesMax) + "'"; }

}  // namespace kine
