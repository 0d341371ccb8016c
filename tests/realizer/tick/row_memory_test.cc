// Tests for realizer/tick/row_memory.h.
#include "realizer/tick/row_memory.h"

#include <vector>

#include "realizer/tick/begin.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::row_memory_test {

TEST_CASE("segments take their room from the top down, as long as there is any", "[row_memory]") {
  test::LoneRow lone;
  Beginning beginning;
  PlayingBlock& playing = lone.add(test::spin_block());
  bind_due_segments(lone.context, lone.row, playing, Tick{1}, beginning);
  settle_intervals(lone.row);
  CHECK(lone.row.room_taken == 0);  // it has none
  std::vector<pose::SquadBlock> room(4);
  lone.row.room = room;
  settle_intervals(lone.row);
  CHECK(lone.row.room_taken == lone.row.state.segments[0].keys->joints.blocks.size());
}

TEST_CASE("the last row has nothing ahead, and one before others has their frames",
          "[row_memory]") {
  std::vector<CharacterRow> rows(6);
  const std::vector<Frame> frames(6);
  std::array<Stretch, 5> ahead;
  CHECK(look_ahead(5, rows, frames, ahead).empty());
  const auto first = look_ahead(0, rows, frames, ahead);
  REQUIRE(first.size() == 5);
  CHECK(first[1].data() == reinterpret_cast<const std::byte*>(&frames[1]));
  CHECK(first[4].data() == reinterpret_cast<const std::byte*>(&rows[4]));
}

}  // namespace kine::row_memory_test
