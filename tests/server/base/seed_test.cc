// Tests for server/base/seed.h.
#include "server/base/seed.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::seed_test {

using server::parse_seed;

TEST_CASE("a seed is any whole number of 64 bits", "[seed]") {
  CHECK(*parse_seed("0") == 0);
  CHECK(*parse_seed("42") == 42);
  CHECK(*parse_seed("010") == 10);
  CHECK(*parse_seed("18446744073709551615") == 18'446'744'073'709'551'615u);
}

TEST_CASE("what is no such number is refused with the bounds and itself", "[seed]") {
  for (const std::string text : {"", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x10", "seed",
                                 "18446744073709551616", "99999999999999999999999999"}) {
    CAPTURE(text);
    const auto seed = parse_seed(text);
    REQUIRE_FALSE(seed);
    CHECK(seed.error().message ==
          "a seed is a whole number from 0 to 18446744073709551615, not '" + text + "'");
  }
}

}  // namespace kine::seed_test
