// Tests for realizer/tick/solve.h.
#include "realizer/tick/solve.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"

namespace kine::solve_test {

TEST_CASE("what nothing moves is solved by nothing", "[solve]") {
  test::LoneRow lone;
  TickScratch scratch;
  scratch.pose = lone.base;
  solve_pose(lone.context, lone.row, Tick{1}, scratch);
  CHECK(scratch.pose == lone.base);
}

TEST_CASE("looks are solved on the character's own body, where it stands", "[solve]") {
  test::LoneRow lone;
  lone.row.state.placement.position_m = {1, 0, 2};
  const GazeStage stage = gaze_stage_of(lone.context, lone.row, Tick{5});
  CHECK(&stage.body == lone.row.cast->body.get());
  CHECK(stage.placement.position_m == Vec3{1, 0, 2});
  CHECK(stage.tick == Tick{5});
  CHECK(&stage.scene == &lone.scene);
}

}  // namespace kine::solve_test
