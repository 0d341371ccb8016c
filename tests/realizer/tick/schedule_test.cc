// Tests for realizer/tick/schedule.h.
#include "realizer/tick/schedule.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::schedule_test {
namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a block's segments come and go, and its end is said once", "[schedule]") {
  test::LoneRow lone;
  lone.add(test::spin_block({.start = Seconds{0.5}, .length = Seconds{1}}));
  schedule(lone.context, lone.row, Tick{1});
  CHECK(lone.row.state.segments.empty());
  CHECK(lone.row.quiet_until == Tick{30});
  schedule(lone.context, lone.row, Tick{30});
  CHECK(lone.row.state.segments.size() == 1);
  CHECK(lone.words() == Words{"sync spin:s1:start"});
  CHECK(lone.row.quiet_until == Tick{90});
  schedule(lone.context, lone.row, Tick{90});
  CHECK(lone.row.state.segments.empty());
  CHECK(lone.row.state.blocks.empty());
  CHECK(lone.words() == Words{"sync spin:s1:end", "ended spin"});
}

TEST_CASE("nothing is looked at before the next event", "[schedule]") {
  test::LoneRow lone;
  lone.add(test::spin_block({.start = Seconds{0.5}}));
  lone.row.quiet_until = Tick{31};
  schedule(lone.context, lone.row, Tick{30});
  CHECK(lone.row.state.segments.empty());
  schedule(lone.context, lone.row, Tick{31});
  CHECK(lone.row.state.segments.size() == 1);
}

TEST_CASE("the next event of a block that fades is the next tick", "[schedule]") {
  test::LoneRow lone;
  PlayingBlock& playing = lone.add(test::spin_block({.start = Seconds{0.5}}));
  CHECK(next_event(lone.context, lone.row.state, Tick{3}) == Tick{30});
  playing.interrupted = PlayingBlock::Fade{.from = Tick{3}, .length = Seconds{1}};
  CHECK(next_event(lone.context, lone.row.state, Tick{3}) == Tick{4});
}

}  // namespace kine::schedule_test
