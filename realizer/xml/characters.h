// Which characters XML 1.0 (fifth edition) allows, and where: productions 2, 4 and 4a.
//
// The scanner asks once for a whole text whether it is UTF-8 and free of forbidden characters, so
// that all behind it may decode without looking back.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace kine::xml {

struct DecodedCharacter {
  char32_t point = 0;
  std::size_t bytes = 0;  // 0 where the text is empty or does not start with a UTF-8 character
};

/// The first character of `text`: the shortest form only, no surrogates, nothing past U+10FFFF.
DecodedCharacter decode(std::string_view text);

bool is_xml_character(char32_t point);
bool is_name_start(char32_t point);
bool is_name_character(char32_t point);

/// Space, tab, carriage return, line feed.
bool is_blank(char byte);

/// Where the first byte stands that is not UTF-8 or no character of XML.
std::optional<std::size_t> find_forbidden(std::string_view text);

/// `text` without the blanks at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace kine::xml
