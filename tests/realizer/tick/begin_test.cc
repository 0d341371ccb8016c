// Tests for realizer/tick/begin.h.
#include "realizer/tick/begin.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::begin_test {

TEST_CASE("a segment begins at the first tick at or after its start", "[begin]") {
  test::LoneRow lone;
  lone.add(test::spin_block({.start = Seconds{0.5}}), Tick{10});
  Beginning beginning;
  bind_due_segments(lone.context, lone.row, lone.row.state.blocks[0], Tick{39}, beginning);
  CHECK(lone.row.state.segments.empty());
  bind_due_segments(lone.context, lone.row, lone.row.state.blocks[0], Tick{40}, beginning);
  REQUIRE(lone.row.state.segments.size() == 1);
  CHECK(lone.row.state.segments[0].started == Tick{40});
  CHECK(lone.row.state.segments[0].block_start == Tick{10});
  bind_due_segments(lone.context, lone.row, lone.row.state.blocks[0], Tick{41}, beginning);
  CHECK(lone.row.state.segments.size() == 1);
}

TEST_CASE("a segment of lower priority begins below one that plays", "[begin]") {
  test::LoneRow lone;
  const auto begin = [&](int priority, BlockId id, Tick tick) {
    Beginning beginning;
    PlayingBlock& playing = lone.add(test::spin_block({.priority = priority}), tick, id);
    bind_due_segments(lone.context, lone.row, playing, tick, beginning);
  };
  begin(5, BlockId{1}, Tick{1});
  begin(3, BlockId{2}, Tick{2});
  begin(5, BlockId{3}, Tick{3});
  REQUIRE(lone.row.state.segments.size() == 3);
  CHECK(lone.row.state.segments[0].block == BlockId{2});
  CHECK(lone.row.state.segments[1].block == BlockId{1});
  CHECK(lone.row.state.segments[2].block == BlockId{3});
}

TEST_CASE("what finds no room in a tick begins in the next", "[begin]") {
  test::LoneRow lone;
  lone.add(test::spin_block());
  Beginning full{.room = 0};
  bind_due_segments(lone.context, lone.row, lone.row.state.blocks[0], Tick{1}, full);
  CHECK(lone.row.state.segments.empty());
  Beginning next;
  bind_due_segments(lone.context, lone.row, lone.row.state.blocks[0], Tick{2}, next);
  CHECK(lone.row.state.segments.size() == 1);
}

}  // namespace kine::begin_test
