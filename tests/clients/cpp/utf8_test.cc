// Tests for clients/cpp/utf8.h.
#include "clients/cpp/utf8.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::client::utf8_test {

TEST_CASE("the characters at the ends of each length are UTF-8", "[utf8]") {
  // U+0000, 7F, 80, 7FF, 800, D7FF, E000, FFFF, 10000, 10FFFF.
  const std::string text(
      "\x00\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80"
      "\xF4\x8F\xBF\xBF",
      26);
  CHECK_FALSE(find_bad_utf8(text));
}

TEST_CASE("what only looks like UTF-8 is none", "[utf8]") {
  // A lone continuation, overlong forms, a surrogate, past the last character, cut off.
  const char* text =
      GENERATE("\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
               "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xC2", "\xE2\x82", "\xF0\x9F\x98");
  CHECK(find_bad_utf8(text) == Where{1, 1});
}

TEST_CASE("the place counts lines and bytes from one", "[utf8]") {
  CHECK(find_bad_utf8("<a>\n\n\xC3\xA4x\xFF") == Where{3, 4});
}

}  // namespace kine::client::utf8_test
