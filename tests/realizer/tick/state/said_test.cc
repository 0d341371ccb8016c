// Tests for realizer/tick/state/said.h.
#include "realizer/tick/state/said.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::said_test {
namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a sync point is said once, at the first tick that has come to it", "[said]") {
  test::LoneRow lone;
  PlayingBlock& playing = lone.add(test::spin_block({.length = Seconds{1}}), Tick{10});
  say_crossed_sync_points(lone.context, lone.row, playing, Tick{9});
  CHECK(lone.words().empty());
  say_crossed_sync_points(lone.context, lone.row, playing, Tick{10});
  CHECK(lone.said.feedback.front().tick == Tick{10});
  CHECK(lone.words() == Words{"sync spin:s1:start"});
  say_crossed_sync_points(lone.context, lone.row, playing, Tick{69});
  CHECK(lone.words().empty());
  // What ticks were left out is said in its own tick.
  say_crossed_sync_points(lone.context, lone.row, playing, Tick{75});
  CHECK(lone.said.feedback.front().tick == Tick{70});
  CHECK(lone.words() == Words{"sync spin:s1:end"});
}

TEST_CASE("a block that is interrupted reaches no sync point", "[said]") {
  test::LoneRow lone;
  PlayingBlock& playing = lone.add(test::spin_block());
  playing.interrupted = PlayingBlock::Fade{.from = Tick{0}, .length = Seconds{1}};
  say_crossed_sync_points(lone.context, lone.row, playing, Tick{100});
  CHECK(lone.words().empty());
}

TEST_CASE("a block's warnings are about a behaviour, or about all of it", "[said]") {
  test::LoneRow lone;
  auto block = std::make_shared<motion::Block>(*test::spin_block());
  block->warnings.resize(3);
  block->warnings[0].message = "said before";
  block->warnings[1] = {.message = "too far", .where = {2, 1}, .about = "wave"};
  block->warnings[2].message = "late";
  const PlayingBlock& playing = lone.add(block);
  say_warnings(lone.context, lone.row, playing, *block, 1, Tick{4});
  REQUIRE(lone.said.feedback.size() == 2);
  CHECK(lone.said.feedback[0].id == "wave");
  CHECK(lone.said.feedback[0].message == "too far");
  CHECK(lone.said.feedback[0].where == Where{2, 1});
  CHECK(lone.said.feedback[1].message == "late");
  CHECK(lone.words() == Words{"warning wave", "warning spin"});
}

TEST_CASE("clear leaves nothing said", "[said]") {
  test::LoneRow lone;
  say(lone.context, lone.row, BlockId{1}, ClientId{2}, Tick{3}, FeedbackKind::Started, "b");
  const Feedback& feedback = lone.said.feedback.front();
  CHECK(feedback.character == lone.row.id);
  CHECK(feedback.client == ClientId{2});
  lone.said.replanned.emplace_back();
  lone.said.clear();
  CHECK(lone.said.feedback.empty());
  CHECK(lone.said.replanned.empty());
}

}  // namespace kine::said_test
