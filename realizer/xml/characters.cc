#include "realizer/xml/characters.h"

#include <cstdint>
#include <cstring>
#include <iterator>

namespace kine::xml {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Production 4, without ASCII.
constexpr Range kNameStarts[] = {
    {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
    {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
    {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};

// What production 4a adds, without ASCII.
constexpr Range kNameContinuations[] = {{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};

template <std::size_t kCount>
bool is_in(const Range (&ranges)[kCount], char32_t point) {
  for (const Range& range : ranges) {
    if (point >= range.first && point <= range.last) return true;
  }
  return false;
}

bool is_letter(char32_t point) {
  return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
}

std::uint8_t byte_at(std::string_view text, std::size_t index) {
  return static_cast<std::uint8_t>(text[index]);
}

/// How many of the next 8 bytes are plain: all, or none if one of them needs a closer look.
std::size_t plain_bytes(const char* bytes) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const std::uint64_t below_blank = (word - 0x20 * kEach) & ~word;  // its high bit in each byte
  return ((word | below_blank) & (0x80 * kEach)) == 0 ? sizeof word : 0;
}

}  // namespace

DecodedCharacter decode(std::string_view text) {
  if (text.empty()) return {};
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t point = lead & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const std::uint8_t byte = byte_at(text, i);
    if ((byte & 0xC0) != 0x80) return {};
    point = (point << 6) | (byte & 0x3Fu);
  }
  constexpr char32_t kShortest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < kShortest[bytes] || point > 0x10FFFF || surrogate) return {};
  return {point, bytes};
}

bool is_xml_character(char32_t point) {
  if (point < 0x20) return point == 0x9 || point == 0xA || point == 0xD;
  return point <= 0xD7FF || (point >= 0xE000 && point <= 0xFFFD) ||
         (point >= 0x10000 && point <= 0x10FFFF);
}

bool is_name_start(char32_t point) {
  if (point < 0x80) return is_letter(point) || point == '_' || point == ':';
  return is_in(kNameStarts, point);
}

bool is_name_character(char32_t point) {
  if (is_name_start(point)) return true;
  if (point < 0x80) return (point >= '0' && point <= '9') || point == '-' || point == '.';
  return is_in(kNameContinuations, point);
}

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

std::optional<std::size_t> find_forbidden(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= 8) {
      const std::size_t plain = plain_bytes(text.data() + at);
      at += plain;
      if (plain > 0) continue;
    }
    const DecodedCharacter next = decode(text.substr(at));
    if (next.bytes == 0 || !is_xml_character(next.point)) return at;
    at += next.bytes;
  }
  return {};
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace kine::xml
