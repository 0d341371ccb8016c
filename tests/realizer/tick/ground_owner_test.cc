// Tests for realizer/tick/ground_owner.h; walks and stances run through it in shard_test.cc.
#include "realizer/tick/ground_owner.h"

#include "realizer/tick/begin.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::ground_owner_test {

TEST_CASE("what does not have the ground fades where it is stopped, and leaves nothing there",
          "[ground_owner]") {
  test::LoneRow lone;
  Beginning beginning;
  PlayingBlock& playing = lone.add(test::spin_block());
  bind_due_segments(lone.context, lone.row, playing, Tick{1}, beginning);
  ActiveSegment& active = lone.row.state.segments.front();
  CHECK_FALSE(walks_still(lone.context, lone.row.state, BlockId{1}, Tick{2}));
  stop(lone.context, active, lone.row.state, Tick{2});
  CHECK(active.fading);
  const CharacterState before = lone.row.state;
  leave_ground(active, lone.row.state);
  CHECK(lone.row.state == before);
}

TEST_CASE("whatever is no ground is bound as it says itself", "[ground_owner]") {
  test::LoneRow lone;
  const auto block = test::spin_block({.speed_rad_s = 1, .length = Seconds{1}});
  motion::Entry entry{.pose = &lone.base, .pose_before = &lone.base};
  const pose::Keys keys =
      compile_keys(lone.context, block->segments.front(), entry, lone.row, Tick{0});
  CHECK(keys == block->segments.front().actuator->compile(entry, *lone.row.cast->body));
  CHECK(entry.ground == nullptr);
}

}  // namespace kine::ground_owner_test
