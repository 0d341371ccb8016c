// Tests for realizer/tick/arm_clocks.h; what clocks do to arms is in trackers_test.cc and
// timing_kept_test.cc.
#include "realizer/tick/arm_clocks.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::arm_clocks_test {
namespace {

plan::TensionChange loose() {
  plan::TensionChange change;
  change.arms = plan::arm_set_of(body::Side::Right);
  change.tension = Tension{.rest_error_m = 0.2, .zeta = 0.5};
  return change;
}

}  // namespace

TEST_CASE("a character whose arms are stiff has no clocks", "[arm_clocks]") {
  test::LoneRow lone;
  foresee_tensions(*test::spin_block(), lone.row.state);
  keep_time(lone.context, lone.row, Tick{1});
  plan_clocks(lone.context, lone.row, Tick{1});
  CHECK(lone.row.state.tension.empty());
}

TEST_CASE("a block that will loosen an arm is foreseen", "[arm_clocks]") {
  test::LoneRow lone;
  auto block = std::make_shared<motion::Block>(*test::spin_block());
  block->tensions.push_back(loose());
  foresee_tensions(*block, lone.row.state);
  CHECK(lone.row.state.tension.size() == 1);
}

TEST_CASE("a tension that somebody sets is there at once, and clocks are planned within a turn",
          "[arm_clocks]") {
  test::LoneRow lone;
  set_tension(lone.context, lone.row, Tick{10}, {lone.row.id, loose()});
  REQUIRE(lone.row.state.tension.size() == 1);
  const CharacterTension& tension = lone.row.state.tension.front();
  CHECK(tension.arms[static_cast<std::size_t>(body::Side::Right)]);
  CHECK_FALSE(tension.arms[static_cast<std::size_t>(body::Side::Left)]);
  CHECK(tension.plan_at > Tick{10});
  CHECK(tension.plan_at <= Tick{10 + 60 / 8 + 1});  // eight turns a second
}

TEST_CASE("a block's tension changes at its time", "[arm_clocks]") {
  test::LoneRow lone;
  auto block = std::make_shared<motion::Block>(*test::spin_block());
  block->tensions.push_back(loose());
  block->tensions.front().at = Seconds{0.5};
  PlayingBlock& playing = lone.add(block);
  CHECK_FALSE(change_tension(lone.context, lone.row.state, playing, Tick{29}));
  CHECK(change_tension(lone.context, lone.row.state, playing, Tick{30}));
  CHECK_FALSE(change_tension(lone.context, lone.row.state, playing, Tick{31}));
}

}  // namespace kine::arm_clocks_test
