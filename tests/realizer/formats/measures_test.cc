// Tests for realizer/formats/measures.h.
#include "realizer/formats/measures.h"

#include "tests/support/catch.h"

namespace kine::formats::measures_test {

TEST_CASE("a number has three digits and no needless ones", "[measures]") {
  CHECK(three_digits(0) == "0");
  CHECK(three_digits(-0.001) == "0");
  CHECK(three_digits(0.05) == "0.05");
  CHECK(three_digits(-1.234) == "-1.23");
  CHECK(three_digits(9.996) == "10");
  CHECK(three_digits(12.54) == "12.5");
  CHECK(three_digits(99.96) == "100");
  CHECK(three_digits(100) == "100");
  CHECK(three_digits(1234.5) == "1234");
}

TEST_CASE("a length and a time take the unit that suits", "[measures]") {
  CHECK(length_text(0.005) == "5 mm");
  CHECK(length_text(0.0125) == "1.25 cm");
  CHECK(length_text(0.1) == "10 cm");
  CHECK(length_text(1.2) == "1.2 m");
  CHECK(time_text(Seconds(0.01354)) == "13.5 ms");
  CHECK(time_text(Seconds(0.9997)) == "1 s");
  CHECK(time_text(Seconds(2.793)) == "2.79 s");
}

}  // namespace kine::formats::measures_test
