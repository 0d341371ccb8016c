// Tests for server/live/foreseen_blocks.h, alone and as LiveBlocks shows what others see.
#include "server/live/foreseen_blocks.h"

#include <atomic>
#include <thread>

#include "server/live/live_blocks.h"
#include "tests/support/catch.h"

namespace kine::server::foreseen_blocks_test {
namespace {

const TickRate kRate(60);

/// A second long.
std::shared_ptr<const motion::Block> second_of(const std::string& id,
                                               plan::Composition composition) {
  auto block = std::make_shared<motion::Block>();
  block->id = id;
  block->character = "ada";
  block->composition = composition;
  block->relaxed = Seconds(1);
  block->end = Seconds(1);
  block->sync_points = {{.time = Seconds(0.5), .id = id + ":h:end"}};
  return block;
}

KnownBlock known_block(std::uint64_t number, std::shared_ptr<const motion::Block> block) {
  KnownBlock known;
  known.number = number;
  known.expected = Tick{100};
  known.block = std::move(block);
  return known;
}

}  // namespace

TEST_CASE("appended blocks are foreseen one behind the other, and their points with them",
          "[foreseen_blocks]") {
  KnownBlock first = known_block(3, second_of("a", plan::Composition::Merge));
  first.start = Tick{100};
  const KnownBlock second = known_block(5, second_of("b", plan::Composition::Append));
  const KnownBlock third = known_block(8, second_of("c", plan::Composition::Append));
  const ForeseenBlocks foreseen(kRate, {&first, &second, &third});
  CHECK(foreseen.span(0).end == Tick{160});
  CHECK(foreseen.span(1).start == Tick{160});
  CHECK(foreseen.span(2).start == Tick{220});
  CHECK(foreseen.find(8) == 2U);
  CHECK_FALSE(foreseen.find(4));

  const std::uint64_t numbers[] = {8};
  const auto points = foreseen.points_of(numbers, Tick{100});
  REQUIRE(points.size() == 3);
  CHECK(points[0].id == "c:bml:start");
  CHECK(points[0].time == Seconds(2));
  CHECK(points[1].time == Seconds(3));
  CHECK(points[2].id == "c:h:end");
  CHECK(points[2].time == Seconds(2.5));
}

TEST_CASE("of several of a name the character's own is meant, and of those the last",
          "[foreseen_blocks]") {
  const KnownBlock one = known_block(1, second_of("a", plan::Composition::Merge));
  const KnownBlock two = known_block(2, second_of("a", plan::Composition::Merge));
  auto bens = std::make_shared<motion::Block>(*second_of("a", plan::Composition::Merge));
  bens->character = "ben";
  const KnownBlock three = known_block(3, bens);
  const ForeseenBlocks::Blocks blocks{&one, &two, &three};
  CHECK(find_named(blocks, "a", "ada") == 1U);
  CHECK(find_named(blocks, "a", "ben") == 2U);
  CHECK(find_named(blocks, "a", "eve") == 2U);
  CHECK_FALSE(find_named(blocks, "b", "ada"));
}

TEST_CASE("the ticks go on while others look at all blocks", "[foreseen_blocks]") {
  constexpr std::uint64_t kTicks = 300;
  LiveBlocks live(kRate, PlayBlock::Zero::LastTick);
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> looks{0};
  std::thread looking([&] {
    const plan::Entrance entrance;
    while (!over) {
      live.look({.character = "ada",
                 .blocks = {},
                 .composition = plan::Composition::Append,
                 .entrance = &entrance});
      ++looks;
    }
  });
  for (std::uint64_t tick = 1; tick <= kTicks; ++tick) {
    const auto block = second_of("b" + std::to_string(tick), plan::Composition::Merge);
    live.expect(block);
    const PlayBlock play{.character = {1}, .id = {tick}, .client = {}, .block = block};
    const Feedback started{
        .kind = FeedbackKind::Started, .tick = {tick}, .character = {1}, .block = {tick}};
    const Input inputs[] = {play};
    live.note(Tick{tick}, inputs, {&started, 1});
  }
  while (looks == 0) std::this_thread::yield();
  over = true;
  looking.join();

  // A look now sees all that was noted, however much of it others have seen before.
  const LiveBlocks::Underway underway = live.underway({}, "ada");
  CHECK(underway.now == Tick{kTicks});
  REQUIRE(underway.blocks.size() == kTicks);
  CHECK(underway.blocks.back().start == Tick{kTicks});
}

}  // namespace kine::server::foreseen_blocks_test
