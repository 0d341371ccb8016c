#include "server/live/accounted_blocks.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/live/live_blocks.h"
#include "server/live/memory_of.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::accounted_blocks_test {
namespace {

/// An account with room for so much, and a script of one of its holders.
struct Desk {
  explicit Desk(std::size_t bytes_max) : account(limits(bytes_max)) {
    source.memory = account.holder({}, {});
  }

  static Limits limits(std::size_t bytes_max) {
    Limits limits;
    limits.memory_bytes_max = bytes_max;
    return limits;
  }

  MemoryAccount account;
  ScriptSource source{.text = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">
      <speech id="s"><text>one two three</text></speech><head id="h" lexeme="NOD"/></bml>)",
                      .casts = {},
                      .script_id = {},
                      .character = {},
                      .targets = {}};
};

Result<Prepared> prepared(const ScriptSource& source) {
  const auto casts = make_casts(default_characters());
  REQUIRE(casts);
  Diagnostics diagnostics;
  return prepare(source.text, {.casts = *casts}, diagnostics);
}

}  // namespace

TEST_CASE("a block counts as long as anybody has it, and its speech as long as that is heard",
          "[accounted_blocks]") {
  Desk desk(1'000'000);
  auto script = prepared(desk.source);
  keep_blocks(desk.source, script);
  REQUIRE(script);
  auto block = std::move(script->blocks.front());
  REQUIRE(block->utterances.size() == 1);
  auto track = block->utterances.front().track;
  const std::size_t of_track = memory_of(*track);
  CHECK(desk.account.bytes() == of_track + memory_of(*block, desk.source.text.size()));

  // As a shard goes on with it when a part of it is interrupted.
  auto goes_on_as = std::make_shared<const motion::Block>(*block);
  block.reset();
  CHECK(desk.account.bytes() == of_track);
  goes_on_as.reset();
  CHECK(desk.account.bytes() == of_track);
  track.reset();
  CHECK(desk.account.bytes() == 0);
}

TEST_CASE("a script for which there is no room is an error, and nothing of it counts",
          "[accounted_blocks]") {
  Desk desk(2'000);
  auto script = prepared(desk.source);
  keep_blocks(desk.source, script);
  REQUIRE_FALSE(script);
  CHECK(script.error().code == ErrorCode::LimitExceeded);
  CHECK(script.error().message.starts_with("busy: past memory_bytes_max of 2000"));
  CHECK(desk.account.bytes() == 0);
}

TEST_CASE("of a block that is over its points are left, where there is room for them",
          "[accounted_blocks]") {
  const Desk desk(10'000);
  const auto script = prepared(desk.source);
  REQUIRE(script);
  const motion::Block& block = *script->blocks.front();
  {
    const auto points = points_alone(block, desk.source.memory);
    CHECK(points->id == "b");
    CHECK(points->character == block.character);
    CHECK(points->end == block.end);
    CHECK(points->sync_points == block.sync_points);
    CHECK(points->segments.empty());
    CHECK(points->utterances.empty());
    CHECK(desk.account.bytes() == memory_of(*points, 0));
  }
  CHECK(desk.account.bytes() == 0);
  const auto rest = desk.source.memory.take(9'900);
  const auto bare = points_alone(block, desk.source.memory);
  CHECK(bare->id == "b");
  CHECK(bare->end == block.end);
  CHECK(bare->sync_points.empty());
  CHECK(desk.account.bytes() == 9'900);
}

TEST_CASE("what a voice says of a block that plays at another pace counts until the block is over",
          "[accounted_blocks]") {
  Limits limits;
  limits.memory_bytes_max = 40'000;
  MemoryAccount account(limits);
  Desk desk(0);
  const auto script = prepared(desk.source);
  REQUIRE(script);
  const auto& block = script->blocks.front();
  LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  live.expect(block, {}, {}, 0, account.holder({}, {}));
  const std::vector<Input> inputs = {PlayBlock{.character = {1}, .id = {7}, .block = block}};
  Feedback feedback;
  feedback.block = {7};
  live.note(Tick{1}, inputs, {&feedback, 1});
  speech::Utterance utterance{.text = "one two three", .voice = {}, .id = "s"};
  const std::size_t one = memory_of(*speech::silent_voice().say(utterance));
  utterance.pace = speech::Utterance::Pace{.byte = 4, .rate = 0.5};
  live.ask({7}, speech::silent_voice(), utterance);
  CHECK(account.bytes() >= one);
  utterance.pace->rate = 0.25;
  live.ask({7}, speech::silent_voice(), utterance);
  CHECK(account.bytes() >= 2 * one);
  feedback.kind = FeedbackKind::Ended;
  live.note(Tick{2}, {}, {&feedback, 1});
  CHECK(account.bytes() == memory_of(*points_alone(*block, {}), 0));
}

}  // namespace kine::server::accounted_blocks_test
