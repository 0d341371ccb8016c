// What is UTF-8 and what is not, for texts that travel or are shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kine {

/// Bytes of the character that `text` begins with: the shortest form only, no surrogates, nothing
/// past U+10FFFF. 0 where it begins with none.
std::size_t utf8_character_size(std::string_view text);

bool is_utf8(std::string_view text);

/// The character's own bytes. Pre: it is one of Unicode's, up to U+10FFFF.
std::string utf8_of(char32_t point);

/// `text` as a readable line: cut after that many bytes at a character's border, control characters
/// and what is no UTF-8 replaced.
std::string one_line(std::string_view text, std::size_t bytes_max);

}  // namespace kine
