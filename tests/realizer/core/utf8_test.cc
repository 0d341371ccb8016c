// Tests for realizer/core/utf8.h.
#include "realizer/core/utf8.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::utf8_test {

TEST_CASE("the characters at the ends of each length are UTF-8", "[utf8]") {
  // U+0000, 7F, 80, 7FF, 800, D7FF, E000, FFFF, 10000, 10FFFF.
  struct Row {
    std::string text;
    std::size_t size;
  };
  for (const Row& row :
       {Row{std::string("\x00", 1), 1}, Row{"\x7F", 1}, Row{"\xC2\x80", 2}, Row{"\xDF\xBF", 2},
        Row{"\xE0\xA0\x80", 3}, Row{"\xED\x9F\xBF", 3}, Row{"\xEE\x80\x80", 3},
        Row{"\xEF\xBF\xBF", 3}, Row{"\xF0\x90\x80\x80", 4}, Row{"\xF4\x8F\xBF\xBF", 4}}) {
    CHECK(utf8_character_size(row.text) == row.size);
    CHECK(utf8_character_size(row.text + "x") == row.size);
    CHECK(is_utf8(row.text + "x" + row.text));
  }
  CHECK(is_utf8(""));
  CHECK(utf8_character_size("") == 0);
}

TEST_CASE("the characters at the ends of each length have their bytes", "[utf8]") {
  CHECK(utf8_of(0x7F) == "\x7F");
  CHECK(utf8_of(0x80) == "\xC2\x80");
  CHECK(utf8_of(0x7FF) == "\xDF\xBF");
  CHECK(utf8_of(0x800) == "\xE0\xA0\x80");
  CHECK(utf8_of(0xFFFF) == "\xEF\xBF\xBF");
  CHECK(utf8_of(0x10000) == "\xF0\x90\x80\x80");
  CHECK(utf8_of(0x10FFFF) == "\xF4\x8F\xBF\xBF");
}

TEST_CASE("what only looks like UTF-8 is none", "[utf8]") {
  // A lone continuation, overlong forms, a surrogate, past the last character, cut off.
  const char* text =
      GENERATE("\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
               "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC2", "\xE2\x82", "\xF0\x9F\x98");
  CHECK(utf8_character_size(text) == 0);
  CHECK_FALSE(is_utf8(std::string("x") + text));
}

TEST_CASE("what is shown is one line of UTF-8, cut between characters", "[utf8]") {
  CHECK(one_line("fine, später", 40) == "fine, später");
  CHECK(one_line("two\nlines\x01 and \xFF", 40) == "two?lines? and ?");
  CHECK(one_line("später", 3) == "sp…");  // the ä is bytes 2 and 3
  CHECK(one_line("später", 4) == "spä…");
  CHECK(one_line(std::string(50, '\x80'), 40) == "…");
}

}  // namespace kine::utf8_test
