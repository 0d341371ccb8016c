// Tests for realizer/pose/lanes.h.
#include "realizer/pose/lanes.h"

#include "tests/support/catch.h"

namespace kine::pose::lanes_test {

TEST_CASE("a block is whole cache lines and stands at the start of one", "[lanes]") {
  CHECK(sizeof(QuatBlock) == 4 * 64);
  CHECK(sizeof(SquadBlock) == 18 * 64);
  CHECK(alignof(SquadBlock) == 64);
}

TEST_CASE("a block that nobody filled is the identity in each lane", "[lanes]") {
  const QuatBlock block;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    CHECK(block.w[lane] == 1);
    CHECK(block.x[lane] == 0);
  }
}

}  // namespace kine::pose::lanes_test
