// Tests for realizer/plan/schedule/joined.h.
#include "realizer/plan/schedule/joined.h"

#include "tests/support/catch.h"

namespace kine::plan::joined_test {
namespace {

TEST_CASE("what is joined has one root, the least of all", "[joined]") {
  Joined joined(7);
  joined.join(5, 3);
  joined.join(3, 6);
  joined.join(1, 0);
  CHECK(joined.root_of(6) == 3);
  CHECK(joined.root_of(5) == 3);
  CHECK(joined.root_of(1) == 0);
  CHECK(joined.root_of(4) == 4);

  joined.join(6, 1);
  for (const std::size_t node : {0, 1, 3, 5, 6}) CHECK(joined.root_of(node) == 0);
  CHECK(joined.root_of(2) == 2);
}

}  // namespace
}  // namespace kine::plan::joined_test
