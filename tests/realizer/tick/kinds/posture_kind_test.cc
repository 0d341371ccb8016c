// Tests for realizer/tick/kinds/posture_kind.h; shift_test.cc looks at what is shown.
#include "realizer/tick/kinds/posture_kind.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"

namespace kine::posture_kind_test {

TEST_CASE("a posture moves what is shown, and not the pose that the next motion begins from",
          "[posture_kind]") {
  const PostureKind kind;
  test::LoneRow lone;
  TickScratch scratch;
  scratch.pose = lone.base;
  CHECK_FALSE(kind.wants(lone.row.state, {}));
  const body::BodyOffsets lower{.pelvis_m = {0, -0.05, 0}};
  lone.row.state.posture = {LivePosture{.to = lower}};
  CHECK(kind.wants(lone.row.state, {}));
  kind.solve({lone.context, lone.row, Tick{1}, scratch});
  CHECK(scratch.pose == lone.base);
  REQUIRE(scratch.shift);
  CHECK(scratch.shift->hips_m.y == Approx(-0.05));
}

}  // namespace kine::posture_kind_test
