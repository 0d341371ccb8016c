#include "realizer/core/utf8.h"

#include <algorithm>
#include <cstdint>

namespace kine {

// Table 3-7 of the Unicode standard.
std::size_t utf8_character_size(std::string_view text) {
  const auto byte_at = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto continues = [&](std::size_t i) { return (byte_at(i) & 0xC0) == 0x80; };
  const std::uint32_t first = byte_at(0);
  const std::uint32_t second = byte_at(1);
  if (first < 0x80) return text.empty() ? 0 : 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool short_form = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return continues(1) && continues(2) && !short_form && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool short_form = first == 0xF0 && second < 0x90;
    const bool too_high = first == 0xF4 && second > 0x8F;
    return continues(1) && continues(2) && continues(3) && !short_form && !too_high ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string utf8_of(char32_t point) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  const auto follower = [&](int shift) { return byte(0x80 | ((point >> shift) & 0x3F)); };
  if (point < 0x80) return {byte(point)};
  if (point < 0x800) return {byte(0xC0 | (point >> 6)), follower(0)};
  if (point < 0x10000) return {byte(0xE0 | (point >> 12)), follower(6), follower(0)};
  return {byte(0xF0 | (point >> 18)), follower(12), follower(6), follower(0)};
}

std::string one_line(std::string_view text, std::size_t bytes_max) {
  const auto continues = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
  };
  std::string_view shown = text;
  const bool is_cut = text.size() > bytes_max;
  if (is_cut) {
    std::size_t end = bytes_max;
    while (end > 0 && continues(text[end])) --end;
    shown = text.substr(0, end);
  }
  std::string line;
  while (!shown.empty()) {
    const std::size_t size = utf8_character_size(shown);
    const bool control = static_cast<unsigned char>(shown.front()) < 0x20 || shown.front() == 0x7F;
    line += size == 0 || control ? "?" : shown.substr(0, size);
    shown.remove_prefix(std::max<std::size_t>(1, size));
  }
  return is_cut ? line + "…" : line;
}

}  // namespace kine
