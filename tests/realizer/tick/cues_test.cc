// Tests for realizer/tick/cues.h.
#include "realizer/tick/cues.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::cues_test {
namespace {

using Words = std::vector<std::string>;

/// A block that interrupts another at half a second.
std::shared_ptr<const motion::Block> giver(const std::string& whom) {
  auto block = std::make_shared<motion::Block>(*test::spin_block({.id = "giver"}));
  block->cues.push_back({.kind = plan::Cue::Kind::Interrupt, .time = Seconds{0.5}, .block = whom});
  return block;
}

}  // namespace

TEST_CASE("a cue is given at its time, and interrupts the block that it names", "[cues]") {
  test::LoneRow lone;
  lone.add(test::spin_block({.id = "other", .length = Seconds{9}}), Tick{0}, BlockId{1});
  lone.add(giver("other"), Tick{0}, BlockId{2});
  std::size_t room = 8;
  CHECK_FALSE(has_cues_to_give(lone.context, lone.row.state.blocks[1], Tick{29}));
  REQUIRE(has_cues_to_give(lone.context, lone.row.state.blocks[1], Tick{30}));
  give_cues(lone.context, lone.row, 1, Tick{30}, room);
  CHECK(room == 7);
  CHECK(lone.row.state.blocks[0].interrupted);
  CHECK_FALSE(lone.row.state.blocks[1].interrupted);
  CHECK_FALSE(has_cues_to_give(lone.context, lone.row.state.blocks[1], Tick{31}));
}

TEST_CASE("a cue for a block that is not there is a warning", "[cues]") {
  test::LoneRow lone;
  lone.add(giver("nobody"));
  std::size_t room = 8;
  give_cues(lone.context, lone.row, 0, Tick{30}, room);
  REQUIRE(lone.said.feedback.size() == 1);
  CHECK(lone.said.feedback[0].warning == WarningKind::NoSuchTarget);
  CHECK(lone.words() == Words{"warning giver"});
}

TEST_CASE("without room a cue waits, and its block has much to do", "[cues]") {
  test::LoneRow lone;
  lone.add(giver("nobody"));
  std::size_t room = 0;
  give_cues(lone.context, lone.row, 0, Tick{30}, room);
  CHECK(lone.words().empty());
  CHECK(lone.row.state.blocks[0].has_much_to_do);
  CHECK(has_cues_to_give(lone.context, lone.row.state.blocks[0], Tick{30}));
}

}  // namespace kine::cues_test
