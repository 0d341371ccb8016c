// Tests for realizer/core/where.h.
#include "realizer/core/where.h"

#include "tests/support/catch.h"

namespace kine::where_test {

TEST_CASE("places are ordered as they stand in the text", "[where]") {
  CHECK(Where{1, 9} < Where{2, 1});
  CHECK(Where{2, 1} < Where{2, 2});
  CHECK(Where{2, 2} == Where{2, 2});
}

TEST_CASE("no place comes before every place", "[where]") { CHECK(Where{} < Where{1, 1}); }

}  // namespace kine::where_test
