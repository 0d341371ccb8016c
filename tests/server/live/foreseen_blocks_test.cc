// Tests for server/live/foreseen_blocks.h, alone and as LiveBlocks shows what others see.
#include "server/live/foreseen_blocks.h"

#include <atomic>
#include <map>
#include <random>
#include <thread>

#include "realizer/tick/shard.h"
#include "server/live/live_blocks.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::server::foreseen_blocks_test {
namespace {

const TickRate kRate(60);

/// A second long.
std::shared_ptr<motion::Block> second_of(const std::string& id, plan::Composition composition) {
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

namespace {

/// Blocks of one character that come one after the other, drawn from a seed.
class RandomBlocks {
 public:
  explicit RandomBlocks(std::uint32_t seed) : bits_(seed) {}

  /// Less than `most`.
  std::size_t below(std::size_t most) { return bits_() % most; }

  /// It may wait for earlier ones, or have them wait, by their names.
  std::shared_ptr<const motion::Block> next(std::span<const std::string> earlier) {
    auto block = std::make_shared<motion::Block>(
        *second_of("b" + std::to_string(earlier.size()), compositions_[below(5)]));
    block->end = Seconds(static_cast<double>(3 + below(60)) / 60);
    block->relaxed = (0.5 + 0.1 * static_cast<double>(below(6))) * block->end;
    block->sync_points.clear();
    plan::Entrance& entrance = block->entrance;
    std::vector<std::string>* const rules[] = {&entrance.after_end, &entrance.after_relax,
                                               &entrance.before_end, &entrance.before_relax};
    for (std::vector<std::string>* const rule : rules) {
      if (!earlier.empty() && below(4) == 0) rule->push_back(earlier[below(earlier.size())]);
    }
    return block;
  }

 private:
  static constexpr plan::Composition compositions_[] = {
      plan::Composition::Merge, plan::Composition::Merge, plan::Composition::Append,
      plan::Composition::Append, plan::Composition::Replace};
  std::mt19937 bits_;
};

/// Characters and live blocks, tick by tick.
struct Played {
  Shard shard{kRate};
  LiveBlocks live{kRate, PlayBlock::Zero::ThisTick};
  std::uint64_t blocks = 0;
  std::map<BlockId, Tick> starts;  // of those that were not refused
  std::optional<Tick> refused;     // when one was, the last time
  Tick tick;

  Played() { shard.add_character(CharacterId{1}, test::cast_named("ada", test::ada())); }

  BlockId submit(std::shared_ptr<const motion::Block> block) {
    live.expect(block);
    inputs_.emplace_back(
        PlayBlock{.character = {1}, .id = {++blocks}, .client = {}, .block = std::move(block)});
    return {blocks};
  }

  void advance() {
    shard.advance_to(tick, inputs_);
    live.note(tick, inputs_, shard.feedback(), shard.replanned(), shard.wishes());
    for (const Feedback& each : shard.feedback()) {
      if (each.kind == FeedbackKind::Started) starts[each.block] = each.tick;
      // What cannot come where it is to is refused as it begins.
      const bool is_refused = each.kind == FeedbackKind::Interrupted && !each.message.empty();
      if (is_refused) starts.erase(each.block);
      if (is_refused) refused = tick;
    }
    inputs_.clear();
    ++tick.index;
  }

 private:
  std::vector<Input> inputs_;
};

}  // namespace

TEST_CASE("over 1,000 sets of blocks the last one begins when it was foreseen to",
          "[foreseen_blocks]") {
  int foreseen_count = 0;
  int waited_count = 0;
  for (std::uint32_t seed = 1; seed <= 1000; ++seed) {
    CAPTURE(seed);
    RandomBlocks random(seed);
    Played played;
    std::vector<std::string> names;
    BlockId last{};
    std::optional<Tick> foreseen;
    const std::size_t count = 2 + random.below(6);
    while (names.size() < count) {
      const auto block = random.next(names);
      names.push_back(block->id);
      for (std::size_t gap = random.below(25); gap > 0; --gap) played.advance();
      last = played.submit(block);
      foreseen = played.live.foreseen_start(*block);
    }
    const Tick came = played.tick;
    played.advance();
    // Nobody knows before a tick that it refuses one that came before the last.
    if (played.refused == came) continue;
    for (int i = 0; i < 10 * 60; ++i) played.advance();
    const auto start = played.starts.find(last);
    if (!foreseen || start == played.starts.end()) continue;
    ++foreseen_count;
    CHECK(start->second == *foreseen);
    if (*foreseen > came) ++waited_count;
  }
  CHECK(foreseen_count > 800);
  CHECK(waited_count > 300);
}

TEST_CASE("nobody can tell when a block begins that finds 64 that wait", "[foreseen_blocks]") {
  Played played;
  played.submit(second_of("first", plan::Composition::Merge));
  std::shared_ptr<motion::Block> last;
  for (int i = 0; i < 65; ++i) {
    last = second_of("b" + std::to_string(i), plan::Composition::Append);
    played.submit(last);
    CHECK(played.live.foreseen_start(*last).has_value() == (i < 64));
  }
  played.advance();
  CHECK(played.refused == Tick{0});
  const auto other = second_of("replaces", plan::Composition::Replace);
  played.submit(other);
  CHECK(played.live.foreseen_start(*other) == Tick{1});
}

}  // namespace kine::server::foreseen_blocks_test
