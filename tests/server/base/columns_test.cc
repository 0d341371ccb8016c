// Tests for server/base/columns.h.
#include "server/base/columns.h"

#include "tests/support/catch.h"

namespace kine::columns_test {

TEST_CASE("text is padded to a width, and never cut", "[columns]") {
  CHECK(server::padded("ab", 4) == "ab  ");
  CHECK(server::padded("abc", 2) == "abc");
}

TEST_CASE("words make a line with a blank between each two", "[columns]") {
  CHECK(server::in_one_line({}).empty());
  CHECK(server::in_one_line({"a", "b c", "d"}) == "a b c d");
}

}  // namespace kine::columns_test
