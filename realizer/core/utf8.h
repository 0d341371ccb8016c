// What is UTF-8 and what is not, for texts that travel or are shown.
#pragma once

#include <cstddef>
#include <string_view>

namespace kine {

/// Bytes of the character that `text` begins with: the shortest form only, no surrogates, nothing
/// past U+10FFFF. 0 where it begins with none.
std::size_t utf8_character_size(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace kine
