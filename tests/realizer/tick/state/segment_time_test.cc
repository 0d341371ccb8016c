// Tests for realizer/tick/state/segment_time.h.
#include "realizer/tick/state/segment_time.h"

#include <memory>

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::segment_time_test {
namespace {

/// The segment of a spin of one second and a way back of half a second, that began at tick 60.
ActiveSegment spinning(const motion::Block& block) {
  return {.block_start = Tick{60},
          .contents = {},
          .keys = std::make_shared<const pose::Keys>(),
          .plan = block.segments.front(),
          .block = BlockId{1},
          .started = Tick{60},
          .owner = {}};
}

}  // namespace

TEST_CASE("a segment goes back in its fade-out, and is over at its end", "[segment_time]") {
  test::LoneRow lone;
  const auto block = test::spin_block({.length = Seconds{1}, .fade_out = Seconds{0.5}});
  const ActiveSegment active = spinning(*block);
  const auto back = [&](std::uint64_t tick) {
    return goes_back(lone.context, lone.row.state, active, Tick{tick});
  };
  const auto over = [&](std::uint64_t tick) {
    return is_over(lone.context, lone.row.state, active, Tick{tick});
  };
  CHECK_FALSE(back(119));
  CHECK(back(120));
  CHECK_FALSE(over(149));
  CHECK(over(150));
}

TEST_CASE("a layer has its block's time, and the weight of an interruption", "[segment_time]") {
  test::LoneRow lone;
  const auto block = test::spin_block();
  ActiveSegment active = spinning(*block);
  pose::Interval interval;
  CHECK(layer_of(lone.context, lone.row.state, active, interval, Tick{90}).time_s == 0.5F);
  CHECK(layer_of(lone.context, lone.row.state, active, interval, Tick{90}).weight == 1);
  lone.add(block, Tick{60}).interrupted =
      PlayingBlock::Fade{.from = Tick{60}, .length = Seconds{1}};
  active.fading = true;
  CHECK(layer_of(lone.context, lone.row.state, active, interval, Tick{60}).weight == 1);
  CHECK(layer_of(lone.context, lone.row.state, active, interval, Tick{90}).weight == 0.5F);
  CHECK(layer_of(lone.context, lone.row.state, active, interval, Tick{120}).weight == 0);
}

TEST_CASE("without tension no segment is ahead, and a block is found by its id", "[segment_time]") {
  test::LoneRow lone;
  const auto block = test::spin_block();
  CHECK(ahead_of(lone.row.state, block->segments.front(), Tick{1}) == Seconds{0});
  CHECK(find_block(lone.row.state, BlockId{1}) == nullptr);
  lone.add(block);
  CHECK(find_block(lone.row.state, BlockId{1}) == &lone.row.state.blocks.front());
}

}  // namespace kine::segment_time_test
