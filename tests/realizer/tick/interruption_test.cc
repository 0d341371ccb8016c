// Tests for realizer/tick/interruption.h.
#include "realizer/tick/interruption.h"

#include "realizer/tick/begin.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::interruption_test {
namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("an interrupted block fades from its tick on and has said its last word",
          "[interruption]") {
  test::LoneRow lone;
  Beginning beginning;
  PlayingBlock& playing = lone.add(test::spin_block());
  bind_due_segments(lone.context, lone.row, playing, Tick{1}, beginning);
  interrupt(lone.context, lone.row, Tick{30}, {.character = lone.row.id, .block = BlockId{1}});
  REQUIRE(playing.interrupted);
  CHECK(playing.interrupted->from == Tick{30});
  CHECK(lone.row.state.segments.front().fading);
  CHECK(lone.row.quiet_until == Tick{30});
  const Words words = lone.words();
  REQUIRE_FALSE(words.empty());
  CHECK(words.back() == "interrupted spin");
  // It is not interrupted twice.
  interrupt(lone.context, lone.row, Tick{31}, {.character = lone.row.id, .block = BlockId{1}});
  CHECK(lone.words().empty());
}

TEST_CASE("an interruption of one block leaves others and those that wait", "[interruption]") {
  test::LoneRow lone;
  lone.add(test::spin_block({.id = "a"}), Tick{0}, BlockId{1});
  lone.add(test::spin_block({.id = "b"}), Tick{0}, BlockId{2});
  lone.row.state.waiting.push_back(
      {.id = BlockId{3}, .client = {}, .block = test::spin_block({.id = "c"})});
  interrupt(lone.context, lone.row, Tick{30}, {.character = lone.row.id, .block = BlockId{1}});
  CHECK(lone.row.state.blocks[0].interrupted);
  CHECK_FALSE(lone.row.state.blocks[1].interrupted);
  CHECK(lone.row.state.waiting.size() == 1);
  interrupt(lone.context, lone.row, Tick{31}, {.character = lone.row.id, .block = {}});
  CHECK(lone.row.state.blocks[1].interrupted);
  CHECK(lone.row.state.waiting.empty());
  CHECK(lone.words().back() == "interrupted c");
}

}  // namespace kine::interruption_test
