// Tests for realizer/xml/characters.h: XML 1.0 (fifth edition), productions 2, 4 and 4a.
#include "realizer/xml/characters.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::xml::characters_test {
namespace {

/// By the definition of UTF-8 (RFC 3629, section 3).
std::string encoded(char32_t point) {
  const auto byte = [](char32_t value) {
    return static_cast<char>(static_cast<unsigned char>(value));
  };
  if (point < 0x80) return {byte(point)};
  if (point < 0x800) return {byte(0xC0 | (point >> 6)), byte(0x80 | (point & 0x3F))};
  if (point < 0x10000) {
    return {byte(0xE0 | (point >> 12)), byte(0x80 | ((point >> 6) & 0x3F)),
            byte(0x80 | (point & 0x3F))};
  }
  return {byte(0xF0 | (point >> 18)), byte(0x80 | ((point >> 12) & 0x3F)),
          byte(0x80 | ((point >> 6) & 0x3F)), byte(0x80 | (point & 0x3F))};
}

TEST_CASE("every code point but the surrogates is decoded", "[characters]") {
  std::size_t wrong = 0;
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    const std::string text = encoded(point) + "x";
    const DecodedCharacter decoded = decode(text);
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    const bool right =
        surrogate ? decoded.bytes == 0 : decoded.point == point && decoded.bytes == text.size() - 1;
    wrong += right ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("what is no UTF-8 is not decoded", "[characters]") {
  const std::string text = GENERATE(values<std::string>(
      {"", "\x80", "\xBF", "\xC0\xAF", "\xC1\xBF", "\xC3", "\xC3x", "\xE0\x9F\xBF", "\xE2\x82",
       "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}));
  CHECK(decode(text).bytes == 0);
}

TEST_CASE("control characters and non-characters are no characters of XML", "[characters]") {
  CHECK(is_xml_character(0x9));
  CHECK(is_xml_character(0xA));
  CHECK(is_xml_character(0xD));
  CHECK(is_xml_character(0x20));
  CHECK(is_xml_character(0xFFFD));
  CHECK(is_xml_character(0x10FFFF));
  CHECK_FALSE(is_xml_character(0x0));
  CHECK_FALSE(is_xml_character(0x1F));
  CHECK_FALSE(is_xml_character(0xD800));
  CHECK_FALSE(is_xml_character(0xFFFE));
  CHECK_FALSE(is_xml_character(0xFFFF));
}

TEST_CASE("names start with letters and go on with digits", "[characters]") {
  CHECK(is_name_start('a'));
  CHECK(is_name_start('_'));
  CHECK(is_name_start(0xE9));
  CHECK_FALSE(is_name_start('1'));
  CHECK_FALSE(is_name_start('-'));
  CHECK_FALSE(is_name_start(0xD7));
  CHECK_FALSE(is_name_start(0x300));
  CHECK(is_name_character('1'));
  CHECK(is_name_character('-'));
  CHECK(is_name_character('.'));
  CHECK(is_name_character(0xB7));
  CHECK(is_name_character(0x300));
  CHECK_FALSE(is_name_character(' '));
  CHECK_FALSE(is_name_character('/'));
}

TEST_CASE("the first forbidden byte is found wherever it stands", "[characters]") {
  const std::string plain = "plain text with\ttabs,\nlines and \xC3\xA9t\xC3\xA9, long enough";
  CHECK_FALSE(find_forbidden(plain));

  for (std::size_t i = 0; i <= plain.size(); ++i) {
    CAPTURE(i);
    std::string broken = plain;
    broken.insert(i, 1, '\x01');
    const bool splits_a_character = i < plain.size() && (plain[i] & 0xC0) == 0x80;
    CHECK(find_forbidden(broken) == (splits_a_character ? i - 1 : i));
  }
}

TEST_CASE("trimming takes blanks from both ends alone", "[characters]") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed(" \n").empty());
  CHECK(trimmed("").empty());
  CHECK(is_blank('\r'));
  CHECK_FALSE(is_blank('\f'));
}

}  // namespace
}  // namespace kine::xml::characters_test
