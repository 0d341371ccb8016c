#include "clients/cpp/utf8.h"

#include <cstddef>
#include <cstdint>

namespace kine::client {
namespace {

std::uint32_t byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

/// Bytes of the character that begins at `i`, or 0 if none does. Table 3-7 of the Unicode standard.
std::size_t character_size(std::string_view text, std::size_t i) {
  const std::uint32_t first = byte_at(text, i);
  const std::uint32_t second = byte_at(text, i + 1);
  const auto continues = [&](std::size_t at) { return (byte_at(text, at) & 0xC0) == 0x80; };
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(i + 1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool short_form = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return continues(i + 1) && continues(i + 2) && !short_form && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool short_form = first == 0xF0 && second < 0x90;
    const bool too_high = first == 0xF4 && second > 0x8F;
    const bool whole = continues(i + 1) && continues(i + 2) && continues(i + 3);
    return whole && !short_form && !too_high ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::optional<Where> find_bad_utf8(std::string_view text) {
  Where where{1, 1};
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = character_size(text, i);
    if (size == 0) return where;
    where.column += static_cast<std::uint32_t>(size);
    if (text[i] == '\n') where = {where.line + 1, 1};
    i += size;
  }
  return {};
}

}  // namespace kine::client
