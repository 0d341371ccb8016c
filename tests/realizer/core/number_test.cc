// Tests for realizer/core/number.h.
#include "realizer/core/number.h"

#include <cfloat>
#include <cmath>
#include <cstring>
#include <string>

#include "tests/support/catch.h"

namespace kine::number_test {

TEST_CASE("decimal numbers are read, with a sign and an exponent", "[number]") {
  CHECK(parse_number("1") == 1.0);
  CHECK(parse_number("-1.5") == -1.5);
  CHECK(parse_number("+3") == 3.0);
  CHECK(parse_number("2e3") == 2000.0);
  CHECK(parse_number(".5") == 0.5);
  CHECK(parse_number("1.7976931348623157e308") == DBL_MAX);
}

TEST_CASE("what is not all of a finite decimal number is refused", "[number]") {
  const std::string text = GENERATE(
      values<std::string>({"",    " ",   " 1",   "1 ",       "1x",   "x",     "+",      "-",
                           "--1", "++1", "+-1",  "-+1",      "1e",   "1e309", "-1e309", "nan",
                           "NaN", "inf", "-inf", "infinity", "0x10", "1,5",   "1'000",  "1.2.3"}));
  CAPTURE(text);
  CHECK_FALSE(parse_number(text));
}

TEST_CASE("whole numbers have no fraction and fit 64 bits", "[number]") {
  CHECK(parse_integer("-7") == -7);
  CHECK(parse_integer("+7") == 7);
  CHECK(parse_integer("9223372036854775807") == INT64_MAX);
  CHECK_FALSE(parse_integer("9223372036854775808"));
  CHECK_FALSE(parse_integer("1.0"));
  CHECK_FALSE(parse_integer("1e3"));
  CHECK_FALSE(parse_integer(""));
  CHECK_FALSE(parse_integer("+-1"));
}

TEST_CASE("a printed number reads back to the same bits", "[number]") {
  for (const double value : {0.0, -0.0, 0.1, 1.0 / 3, -1e-300, 5e-324, DBL_MAX, 123456789.125}) {
    CAPTURE(value);
    const double back = *parse_number(format_number(value));
    CHECK(std::memcmp(&back, &value, sizeof value) == 0);
  }
  for (const float value : {0.1f, 1.0f / 3, FLT_MIN, FLT_MAX}) {
    CAPTURE(value);
    CHECK(static_cast<float>(*parse_number(format_number(value))) == value);
  }
}

TEST_CASE("a number is printed as short as it can be", "[number]") {
  CHECK(format_number(0.1) == "0.1");
  CHECK(format_number(0.1f) == "0.1");
  CHECK(format_number(2.0) == "2");
  std::string text = "x=";
  append_number(text, -0.25f);
  CHECK(text == "x=-0.25");
}

TEST_CASE("a quoted text is one short readable line", "[number]") {
  CHECK(quoted("") == "''");
  CHECK(quoted("abc") == "'abc'");
  CHECK(quoted("a\nb\x7F\x01") ==
        "'a?b?"
        "?'");
  CHECK(quoted(std::string(40, 'x')) == "'" + std::string(40, 'x') + "'");
  CHECK(quoted(std::string(41, 'x')) == "'" + std::string(40, 'x') + "…'");
}

TEST_CASE("a quoted text is never cut within a character", "[number]") {
  const std::string text = std::string(39, 'x') + "\xC3\xA9" + "y";
  CHECK(quoted(text) == "'" + std::string(39, 'x') + "…'");
  CHECK(quoted(std::string(60, '\x80')) == "'…'");
}

TEST_CASE("what is quoted can travel, whatever its bytes", "[number]") {
  CHECK(quoted("\xC3") == "'?'");
  CHECK(quoted("a\xFF\xC3\xA9\xE2\x82") == "'a?\xC3\xA9?\?'");
}

}  // namespace kine::number_test
