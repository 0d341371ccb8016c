// Tests for realizer/tick/replanning.h, through the shard.
#include "realizer/tick/replanning.h"

#include "realizer/core/limits.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "server/scene/roster.h"
#include "server/ticks/shard_threads.h"
#include "tests/support/catch.h"
#include "tests/support/motion/stage.h"

namespace kine::replanning_test {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::string>;

const TickRate kRate(60);
constexpr CharacterId kAda{1};

std::vector<std::shared_ptr<const Cast>> casts() {
  static const auto made = server::make_casts(server::default_characters());
  REQUIRE(made);
  return *made;
}

std::string text_for(const std::string& character) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b" characterId=")" +
         character + R"(">
    <gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" start="0.5" stroke="o:x:stroke"/>
    <head id="h" lexeme="NOD" start="o:x:stroke"/>
    <faceLexeme id="f" lexeme="RAISE_BROWS" start="0.2" end="4"/>
  </bml>)";
}

std::shared_ptr<const motion::Block> prepared(const std::string& character, Seconds stroke,
                                              const PlayedSoFar* so_far = nullptr) {
  Diagnostics diagnostics;
  const auto there = casts();
  const auto result =
      prepare(text_for(character),
              {.casts = there,
               .live = {.others =
                            [&](const plan::OtherPointsWanted&) {
                              return std::vector<plan::KnownPoint>{{"o:x:stroke", stroke}};
                            },
                        .so_far = so_far}},
              diagnostics);
  REQUIRE(result);
  CHECK(diagnostics.warnings().empty());
  return result->blocks.front();
}

/// The gesture was to strike after two seconds; at tick 60 it is said that it is to be `stroke`.
Replan replan_of(const PlayBlock& play, const std::string& name, Tick from, Seconds stroke = 3s,
                 Tick start = {}) {
  const PlayedSoFar so_far{play.block, Tick{from.index - start.index}, kRate};
  return {.character = play.character,
          .id = play.id,
          .from = from,
          .before = play.block,
          .next = prepared(name, stroke, &so_far)};
}

PlayBlock play_of(const std::string& name, CharacterId character) {
  return {
      .character = character, .id = {character.value}, .client = {}, .block = prepared(name, 2s)};
}

/// What was said with its ticks, and all that was shown.
struct Run {
  Words words;
  std::vector<Frame> frames;
};

/// Up to tick `end`, from the one after `last`; the inputs of tick 0 and of tick 60.
void run(Shard& shard, std::uint64_t first, std::uint64_t end, const std::vector<Input>& at_first,
         const std::vector<Input>& at_60, Run& run) {
  for (std::uint64_t tick = first; tick <= end; ++tick) {
    std::span<const Input> inputs;
    if (tick == 0) inputs = at_first;
    if (tick == 60) inputs = at_60;
    shard.advance_to(Tick{tick}, inputs);
    for (const std::string& word : test::words_of(shard)) {
      run.words.push_back(std::to_string(tick) + " " + word);
    }
    run.frames.push_back(shard.frames().front());
  }
}

Run whole_run(const std::vector<Input>& at_first, const std::vector<Input>& at_60) {
  Shard shard(kRate);
  shard.add_character(kAda, casts().front());
  Run all;
  run(shard, 0, 400, at_first, at_60, all);
  return all;
}

bool says(const Run& run, const std::string& word) {
  return std::ranges::find(run.words, word) != run.words.end();
}

}  // namespace

TEST_CASE("a block goes on as it was planned anew from its tick on", "[replanning]") {
  const PlayBlock play = play_of("ada", kAda);
  const Run as_planned = whole_run({play}, {});
  const Run anew = whole_run({play}, {replan_of(play, "ada", Tick{70})});

  CHECK(says(as_planned, "120 sync b:g:stroke"));
  CHECK(says(anew, "180 sync b:g:stroke"));
  CHECK(says(anew, "180 sync b:h:start"));
  CHECK_FALSE(says(anew, "120 sync b:g:stroke"));
  CHECK(std::equal(as_planned.frames.begin(), as_planned.frames.begin() + 70, anew.frames.begin()));
  CHECK_FALSE(as_planned.frames[100] == anew.frames[100]);
}

TEST_CASE("what a block does to others is spread over ticks, and it ends when all is done",
          "[replanning]") {
  constexpr std::size_t kChanges = 2 * kCuesGivenMax + 1;
  auto changer = std::make_shared<motion::Block>();
  changer->id = "changer";
  const plan::Cue change{.kind = plan::Cue::Kind::Change,
                         .block = "b",
                         .change = {.part = "f", .parameter = "amount", .value = 0.5},
                         .by = "c"};
  changer->cues.assign(kChanges, change);
  Shard shard(kRate);
  shard.add_character(kAda, casts().front());
  shard.advance_to(Tick{0}, std::vector<Input>{play_of("ada", kAda)});
  shard.advance_to(Tick{1}, std::vector<Input>{PlayBlock{
                                .character = kAda, .id = {9}, .client = {}, .block = changer}});
  CHECK(shard.wishes().size() == kCuesGivenMax);
  CHECK(test::words_of(shard) == Words{"started changer"});
  shard.advance_to(Tick{2}, {});
  CHECK(shard.wishes().size() == kCuesGivenMax);
  CHECK(test::words_of(shard).empty());
  shard.advance_to(Tick{3}, {});
  CHECK(shard.wishes().size() == 1);
  CHECK(test::words_of(shard) == Words{"ended changer"});
}

TEST_CASE("a plan that is late, or of another block, does not count", "[replanning]") {
  const PlayBlock play = play_of("ada", kAda);
  const Run as_planned = whole_run({play}, {});
  CHECK(whole_run({play}, {replan_of(play, "ada", Tick{59})}).words == as_planned.words);
  Replan other = replan_of(play, "ada", Tick{70});
  other.before = prepared("ada", 2s);
  CHECK(whole_run({play}, {other}).words == as_planned.words);
  Replan stranger = replan_of(play, "ada", Tick{70});
  stranger.id = {99};
  CHECK(whole_run({play}, {stranger}).words == as_planned.words);
}

TEST_CASE("of two plans the last that came counts, and an interruption ends both", "[replanning]") {
  const PlayBlock play = play_of("ada", kAda);
  const Run two =
      whole_run({play}, {replan_of(play, "ada", Tick{70}), replan_of(play, "ada", Tick{72}, 2.5s)});
  CHECK(says(two, "150 sync b:g:stroke"));
  const Run interrupted = whole_run(
      {play}, {replan_of(play, "ada", Tick{70}), Interrupt{.character = kAda, .block = {}}});
  CHECK(says(interrupted, "60 interrupted b"));
  CHECK(interrupted.words.back() == "60 interrupted b");
}

TEST_CASE("a shard that is rewound to where a plan waits goes on the same", "[replanning]") {
  const PlayBlock play = play_of("ada", kAda);
  const std::vector<Input> inputs = {replan_of(play, "ada", Tick{70})};
  for (const std::uint64_t at : {65, 69, 70, 71, 150}) {
    Shard shard(kRate);
    shard.add_character(kAda, casts().front());
    Run before;
    run(shard, 0, at, {play}, inputs, before);
    const ShardSnapshot snapshot = shard.snapshot();
    Run once;
    run(shard, at + 1, 400, {}, at < 60 ? inputs : std::vector<Input>{}, once);
    shard.restore(snapshot);
    CHECK(shard.snapshot() == snapshot);
    Run again;
    run(shard, at + 1, 400, {}, at < 60 ? inputs : std::vector<Input>{}, again);
    INFO("rewound to tick " << at);
    CHECK(once.words == again.words);
    CHECK(once.frames == again.frames);
  }
}

TEST_CASE("blocks that go on as others are the same on any number of shards", "[replanning]") {
  const server::Roster roster(casts());
  const std::vector<Input> first = {play_of("ada", {1}), play_of("ben", {2})};
  const std::vector<Input> later = {
      replan_of(std::get<PlayBlock>(first[0]), "ada", Tick{70}, 3s, Tick{1}),
      replan_of(std::get<PlayBlock>(first[1]), "ben", Tick{80}, 3s, Tick{1})};
  server::ShardThreads one(roster, kRate, 1);
  server::ShardThreads two(roster, kRate, 2);
  for (std::uint64_t tick = 1; tick < 300; ++tick) {
    std::span<const Input> inputs;
    if (tick == 1) inputs = first;
    if (tick == 60) inputs = later;
    const auto a = one.advance_to(Tick{tick}, inputs, 1);
    const auto b = two.advance_to(Tick{tick}, inputs, 1);
    REQUIRE(a->feedback == b->feedback);
    REQUIRE(a->replanned.size() == b->replanned.size());
    for (std::size_t i = 0; i < a->frames.size(); ++i) {
      for (std::size_t j = 0; j < a->frames[i].size(); ++j) {
        const auto& bytes = a->frames[i][j];
        REQUIRE((bytes == nullptr) == (b->frames[i][j] == nullptr));
        if (bytes) REQUIRE(*bytes == *b->frames[i][j]);
      }
    }
  }
}

}  // namespace kine::replanning_test
