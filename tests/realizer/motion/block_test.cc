// Tests for realizer/motion/block.h.
#include "realizer/motion/block.h"

#include "tests/support/catch.h"

namespace kine::motion::block_test {

TEST_CASE("a block that nothing was said of merges and is over at once", "[block]") {
  const Block block;

  CHECK(block.composition == plan::Composition::Merge);
  CHECK(block.segments.empty());
  CHECK(block.sync_points.empty());
  CHECK(block.end == Seconds(0));
}

TEST_CASE("a sync point stands at the start of its block unless a time is given", "[block]") {
  CHECK(SyncPoint{.id = "script:s1:start"}.time == Seconds(0));
}

}  // namespace kine::motion::block_test
