// Tests for realizer/tick/kinds/posture_kind.h; shift_test.cc looks at what is shown.
#include "realizer/tick/kinds/posture_kind.h"

#include <memory>

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

TEST_CASE("life that moves the body is wanted while the character stands", "[posture_kind]") {
  const PostureKind kind;
  test::LoneRow lone;
  autonomy::LifeState& life = lone.row.state.life;
  auto keys = std::make_shared<pose::Keys>();
  keys->solved = pose::BodyKeys{{{.time_s = 0, .offsets = {.pelvis_m = {0.03, -0.01, 0}}}}};
  life.segments.push_back({.end = Tick{600}, .keys = keys});
  TickScratch scratch;
  scratch.pose = lone.base;
  REQUIRE(kind.wants(lone.row.state, {}));
  kind.solve({lone.context, lone.row, Tick{1}, scratch});
  REQUIRE(scratch.shift);
  CHECK(scratch.shift->hips_m.x == Approx(0.03));
  life.stands = 0;
  CHECK_FALSE(kind.wants(lone.row.state, {}));
}

}  // namespace kine::posture_kind_test
