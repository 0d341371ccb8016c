// Tests for server/commands/options/number_in.h.
#include "server/commands/options/number_in.h"

#include <CLI/CLI.hpp>
#include <string>

#include "tests/support/catch.h"

namespace kine::server::number_in_test {

TEST_CASE("a number within its bounds is taken, the bounds among them", "[number_in]") {
  const CLI::Validator in_range = number_in(0.05, 16);
  for (std::string text : {"0.05", "1", "1e1", "16"}) {
    CAPTURE(text);
    CHECK(in_range(text).empty());
  }
}

TEST_CASE("what is beyond the bounds, or no number, is told with both bounds", "[number_in]") {
  const CLI::Validator in_range = number_in(0.05, 16);
  for (std::string text : {"0.04", "16.1", "-1", "nan", "inf", "1s", ""}) {
    CHECK(in_range(text) == "a number between 0.05 and 16 is wanted, not '" + text + "'");
  }
}

TEST_CASE("the help of an option says its bounds", "[number_in]") {
  CHECK(number_in(0, 1200).get_description() == "in [0 - 1200]");
}

}  // namespace kine::server::number_in_test
