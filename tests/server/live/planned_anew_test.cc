// Tests for server/live/planned_anew.h.
#include "server/live/planned_anew.h"

#include "tests/support/catch.h"

namespace kine::server::planned_anew_test {

using State = PlannedAnew::State;

TEST_CASE("a block is told, and current again when its answer has come", "[planned_anew]") {
  PlannedAnew block;
  CHECK(block.state(Tick{10}) == State::Current);
  CHECK(block.tell(Tick{10}) == 0);
  CHECK(block.state(Tick{40}) == State::Told);
  CHECK(block.is_told_again());
  block.settle();
  CHECK(block.state(Tick{99}) == State::Current);
  CHECK_FALSE(block.is_told_again());
}

TEST_CASE("an answer is late after 30 ticks, and given up after four times", "[planned_anew]") {
  PlannedAnew block;
  Tick now{100};
  for (unsigned before = 0; before < 4; ++before) {
    CHECK(block.tell(now) == before);
    now.index += 30;
    CHECK(block.state(now) == State::Told);
    ++now.index;
    CHECK(block.state(now) == (before < 3 ? State::Late : State::GivenUp));
  }
  CHECK_FALSE(block.is_told_again());
  block.settle();  // something else changes
  CHECK(block.tell(now) == 0);
  CHECK(block.state(now) == State::Told);
}

TEST_CASE("a block is given up by its last telling alone", "[planned_anew]") {
  PlannedAnew block;
  block.tell(Tick{1});
  const unsigned first = block.telling();
  block.settle();
  block.tell(Tick{2});
  block.give_up(first);
  CHECK(block.state(Tick{2}) == State::Told);
  block.give_up(block.telling());
  CHECK(block.state(Tick{2}) == State::GivenUp);
  CHECK_FALSE(block.is_told_again());
}

TEST_CASE("a block is planned sixteen times for what others do", "[planned_anew]") {
  PlannedAnew block;
  for (int i = 0; i < 16; ++i) CHECK(block.change_by_others());
  CHECK_FALSE(block.change_by_others());
}

}  // namespace kine::server::planned_anew_test
