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

TEST_CASE("of what parts say of dynamics the most physical counts, else what is said of all",
          "[block]") {
  using enum script::Dynamics;
  Block block;
  CHECK_FALSE(dynamics_at(block, Seconds(1)));
  block.dynamics = Torso;
  block.parts = {{.id = "plain", .start = Seconds(0), .end = Seconds(9)},
                 {.id = "stiff", .start = Seconds(1), .end = Seconds(3), .dynamics = None},
                 {.id = "free", .start = Seconds(2), .end = Seconds(4), .dynamics = Body}};
  CHECK(dynamics_at(block, Seconds(0.5)) == Torso);
  CHECK(dynamics_at(block, Seconds(1)) == None);
  CHECK(dynamics_at(block, Seconds(2)) == Body);
  CHECK(dynamics_at(block, Seconds(3.5)) == Body);
  CHECK(dynamics_at(block, Seconds(4)) == Torso);
}

}  // namespace kine::motion::block_test
