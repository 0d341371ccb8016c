// Tests for server/live/live_blocks.h.
#include "server/live/live_blocks.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/plan/blocks.h"
#include "tests/support/server/live_stage.h"

namespace kine::live_blocks_test {

using namespace kine;
using namespace std::chrono_literals;

namespace {

using Words = std::vector<std::string>;

const std::string kNod = R"(<head id="n" lexeme="NOD" start="1" end="3"/>)";

std::shared_ptr<const motion::Block> spin(const std::string& id, const std::string& character) {
  auto block = std::make_shared<motion::Block>(*test::spin_block({.id = id}));
  block->character = character;
  block->relaxed = block->end;
  return block;
}

/// The zero, and the block's start and end, as who would see them that plays on ada now.
struct Known {
  Tick zero;
  std::vector<Seconds> times;
};
Known known_of(const server::LiveBlocks& live, std::string_view name,
               plan::Composition composition = plan::Composition::Merge) {
  const plan::Entrance entrance;
  server::LiveBlocks::Seen seen = live.look({.character = "ada",
                                             .blocks = std::span(&name, 1),
                                             .composition = composition,
                                             .entrance = &entrance});
  Known known{seen.zero, {}};
  for (const plan::KnownPoint& point : seen.points) {
    if (point.id.find(":bml:") != std::string::npos) known.times.push_back(point.time);
  }
  return known;
}

PlayBlock play_of(const std::shared_ptr<const motion::Block>& block, std::uint64_t id) {
  return {.character = {1}, .id = {id}, .client = {}, .block = block};
}

Feedback said(FeedbackKind kind, std::uint64_t tick, std::uint64_t block) {
  return {.kind = kind, .tick = {tick}, .character = {1}, .block = {block}};
}

}  // namespace

TEST_CASE("a behaviour refers to a point of a block that plays", "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.advance_to(29);
  stage.submit("bml2", R"(<head id="h" lexeme="SHAKE" start="bml1:n:end+0.5"/>)");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("sync bml1:n:end") == 180);
  CHECK(stage.tick_of("started bml2") == 30);
  CHECK(stage.tick_of("sync bml2:h:start") == 210);
}

TEST_CASE("blocks that come at the same tick know each other, the later the earlier",
          "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.submit("bml2", R"(<head id="h" lexeme="SHAKE" stroke="bml1:n:stroke+1"/>)");
  stage.submit("bml3", R"(<gaze id="g" target="camera" start="bml2:h:start" end="bml2:bml:end"/>)");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("sync bml2:h:stroke") == stage.tick_of("sync bml1:n:stroke") + 60);
  CHECK(stage.tick_of("sync bml3:g:start") == stage.tick_of("sync bml2:h:start"));
  CHECK(stage.tick_of("sync bml3:g:end") == stage.tick_of("ended bml2"));
}

TEST_CASE("a block refers to the start and the end of another", "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.advance_to(59);
  stage.submit("bml2", R"(<head id="a" lexeme="NOD" start="bml1:bml:start+4"/>
                          <head id="b" lexeme="NOD" start="bml1:bml:end+3"/>)");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("sync bml2:a:start") == 240);
  CHECK(stage.tick_of("sync bml2:b:start") == stage.tick_of("ended bml1") + 180);
}

TEST_CASE("what another's point and this block's own ask is solved together", "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.advance_to(9);
  stage.submit("bml2", R"(
    <head id="a" lexeme="NOD" start="b:end" end="a:start+1"/>
    <head id="b" lexeme="SHAKE" end="b:start+1"/>
    <constraint><after ref="bml1:n:end"><sync ref="b:start"/></after></constraint>
    <constraint><synchronize><sync ref="a:end"/><sync ref="bml1:n:end+4"/></synchronize>
    </constraint>)");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("sync bml2:a:end") == 180 + 240);
  CHECK(stage.tick_of("sync bml2:a:start") == 180 + 180);
  CHECK(stage.tick_of("sync bml2:b:start") == 180 + 120);
}

TEST_CASE("what was is asked for at once", "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.advance_to(299);  // it has ended
  stage.submit("bml2", R"(<head id="a" lexeme="NOD" start="bml1:n:start"/>
                          <head id="b" lexeme="NOD" start="bml1:n:end + 3"/>
                          <head id="c" lexeme="NOD" end="bml1:n:end"/>)");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("sync bml2:a:start") == 300);
  CHECK(stage.tick_of("sync bml2:b:start") == 360);
  REQUIRE(stage.warnings().size() == 1);  // nobody nods in no time
  CHECK(stage.warnings()[0].starts_with("bml2:c: "));
}

TEST_CASE("a block that there is not is one warning for who names it, and so is a point",
          "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.submit("bml2", R"(<head id="a" lexeme="NOD" start="bml9:n:end"/>
                          <head id="b" lexeme="NOD" start="bml1:n:s9"/>
                          <head id="c" lexeme="NOD" start="1"/>)");
  stage.advance_to_the_end();

  CHECK(stage.warnings() ==
        Words{"bml2:a: there is no block 'bml9', so it is left out: 'a'",
              "bml2:b: there is no sync point 'bml1:n:s9', so it is left out: 'b'"});
  CHECK(stage.tick_of("sync bml2:c:start") == 60);
}

TEST_CASE("the ends of a block that was interrupted were then, and the rest is no more",
          "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.advance_to(59);
  stage.submit("bml2", R"(<a:interrupt id="i" target="bml1" start="1"/>)");
  stage.advance_to(179);
  stage.submit("bml3", R"(<head id="a" lexeme="NOD" start="bml1:n:end+2"/>
                          <head id="b" lexeme="NOD" start="bml1:n:relax"/>
                          <head id="c" lexeme="NOD" start="bml1:n:start+4"/>)");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("interrupted bml1") == 120);
  CHECK(stage.tick_of("sync bml3:a:start") == 240);
  CHECK(stage.tick_of("sync bml3:c:start") == 300);
  REQUIRE(stage.warnings().size() == 1);
  CHECK(stage.warnings()[0].starts_with("bml3:b: there is no sync point 'bml1:n:relax'"));
}

TEST_CASE("a block that waits is known by when it will begin", "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.submit("bml2", kNod, R"(composition="APPEND")");
  stage.submit("bml3", R"(<head id="h" lexeme="SHAKE" start="bml2:n:start"/>)");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("started bml2") == stage.tick_of("ended bml1"));
  CHECK(stage.tick_of("sync bml3:h:start") == stage.tick_of("sync bml2:n:start"));
}

TEST_CASE("a block that waits counts what it is told from when it will begin", "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod);
  stage.submit("bml2", R"(<head id="h" lexeme="SHAKE" start="bml1:n:end+2"/>)",
               R"(composition="APPEND")");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("started bml2") < stage.tick_of("sync bml1:n:end") + 120);
  CHECK(stage.tick_of("sync bml2:h:start") == stage.tick_of("sync bml1:n:end") + 120);
}

TEST_CASE("when an appended block begins is foreseen without what nobody has activated",
          "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod, R"(a:preplan="true")");
  stage.submit("bml2", R"(<head id="n" lexeme="NOD" end="4"/>)");
  stage.submit("bml3", R"(<head id="n" lexeme="NOD" start="1" end="2"/>)",
               R"(composition="APPEND")");
  stage.submit("bml4", R"(<wait id="w" start="bml3:n:start" duration="1"/>)");
  stage.advance_to(59);
  stage.submit("bml5", R"(<a:activate id="a" target="bml1" start="0"/>)");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("started bml1") == 60);
  CHECK(stage.tick_of("started bml3") == 240);
  CHECK(stage.tick_of("sync bml3:n:start") == 300);
  CHECK(stage.tick_of("sync bml4:w:start") == 300);
  CHECK(stage.warnings().empty());
}

TEST_CASE("the plain stroke of a head that another block repeats is its first, with one warning",
          "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="n" lexeme="NOD" repetition="2" start="1"/>)");
  stage.submit("bml2", R"(<wait id="w" start="bml1:n:stroke" duration="1"/>)");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("sync bml2:w:start") == stage.tick_of("sync bml1:n:stroke:1"));
  CHECK(stage.warnings() == Words{"bml2:w: the head is repeated, so its first stroke is taken; "
                                  "write 'bml1:n:stroke:1' instead of 'bml1:n:stroke'"});
}

TEST_CASE("when a block begins is foreseen, but for one that nobody has activated",
          "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::ThisTick);
  const auto first = spin("first", "ada");  // for a second
  const auto appended = std::make_shared<motion::Block>(*spin("next", "ada"));
  appended->composition = plan::Composition::Append;
  const auto sleeper = std::make_shared<motion::Block>(*spin("sleeper", "ada"));
  sleeper->entrance.waits_for_activation = true;
  plan::Entrance after_sleeper;
  after_sleeper.after_end = {"sleeper"};
  const auto start_on = [&](const char* character, plan::Composition composition,
                            const plan::Entrance& entrance = {}) {
    return live.foreseen_start(character, composition, entrance);
  };
  using enum plan::Composition;

  live.note(Tick{9}, {}, {});
  CHECK(start_on("ada", Append) == Tick{10});
  live.expect(first);
  CHECK(live.foreseen_start(*first) == Tick{10});
  CHECK(start_on("ada", Merge) == Tick{10});
  CHECK(start_on("ada", Append) == Tick{70});
  CHECK(start_on("ben", Append) == Tick{10});
  live.expect(appended);
  CHECK(live.foreseen_start(*appended) == Tick{70});
  CHECK(start_on("ada", Append) == Tick{130});
  live.expect(sleeper);
  CHECK_FALSE(live.foreseen_start(*sleeper));
  CHECK_FALSE(start_on("ada", Merge, sleeper->entrance));
  CHECK_FALSE(start_on("ada", Merge, after_sleeper));
  CHECK_FALSE(live.foreseen_start(*spin("stranger", "ada")));
}

TEST_CASE("a character refers to what another does, but rather to its own", "[live_blocks]") {
  test::LiveStage stage;
  stage.submit("bml1", kNod, R"(characterId="ben")");
  stage.submit("bml2", R"(<head id="h" lexeme="SHAKE" start="bml1:n:end"/>)",
               R"(characterId="ada")");
  stage.advance_to(5);
  CHECK(stage.warnings().empty());
  stage.submit("bml1", R"(<head id="n" lexeme="NOD" end="5"/>)", R"(characterId="ada")");
  stage.submit("bml3", R"(<head id="h" lexeme="SHAKE" start="bml1:n:end"/>)",
               R"(characterId="ada")");
  stage.submit("bml4", R"(<head id="h" lexeme="SHAKE" start="bml1:n:end"/>)",
               R"(characterId="ben")");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("sync bml2:h:start") == 180);
  CHECK(stage.tick_of("sync bml3:h:start") == 306);
  CHECK(stage.tick_of("sync bml4:h:start") == 180);
}

TEST_CASE("a server counts from the tick that everybody has seen", "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  live.note(Tick{100}, {}, {});
  const auto block = spin("b", "ada");
  live.expect(block);
  CHECK(known_of(live, "b").zero == Tick{100});
  CHECK(known_of(live, "b").times == std::vector<Seconds>{0s, 1s});

  // It came a tick later than foreseen.
  const std::vector<Input> inputs = {play_of(block, 7)};
  const std::vector<Feedback> feedback = {said(FeedbackKind::Started, 101, 7)};
  live.note(Tick{102}, inputs, feedback);
  CHECK(known_of(live, "b").zero == Tick{102});
  CHECK(known_of(live, "b").times == std::vector<Seconds>{Seconds(-1.0 / 60), Seconds(59.0 / 60)});
}

TEST_CASE("a block that is over is known, and its sound is not held", "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  auto track = std::make_shared<speech::SpeechTrack>();
  track->audio = {.rate_hz = 8'000, .samples = std::vector<std::int16_t>(8'000)};
  const std::weak_ptr<const speech::SpeechTrack> held = track;
  auto block = std::make_shared<motion::Block>(*spin("b", "ada"));
  block->utterances = {{.start = 0s, .track = std::move(track), .id = "s"}};
  std::vector<Input> inputs = {play_of(block, 7)};
  live.expect(std::move(block));
  live.note(Tick{100}, inputs, std::vector{said(FeedbackKind::Started, 100, 7)});
  inputs.clear();
  CHECK_FALSE(held.expired());

  const auto kind = GENERATE(FeedbackKind::Ended, FeedbackKind::Interrupted);
  live.note(Tick{160}, {}, std::vector{said(kind, 160, 7)});
  CHECK(known_of(live, "b").times == std::vector<Seconds>{-1s, 0s});
  CHECK(held.expired());
}

TEST_CASE("a block that replaces others is counted from the tick in which they end",
          "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  live.note(Tick{100}, {}, {});
  CHECK(known_of(live, "b", plan::Composition::Replace).zero == Tick{101});
  auto block = std::make_shared<motion::Block>(*spin("b", "ada"));
  block->composition = plan::Composition::Replace;
  live.expect(block);
  CHECK(known_of(live, "b").times == std::vector<Seconds>{Seconds(1.0 / 60), Seconds(61.0 / 60)});
}

TEST_CASE("a wish that comes before the answer to another one is not taken for made",
          "[live_blocks]") {
  const std::vector casts = {test::cast_named("ada", test::ada())};
  const auto source = std::make_shared<const server::ScriptSource>(server::ScriptSource{
      .text =
          "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"b\">" + kNod + "</bml>",
      .casts = casts,
      .script_id = "b",
      .character = "ada",
      .targets = {}});
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  Diagnostics diagnostics;
  const auto prepared = server::prepare_live(source, live, diagnostics).prepared;
  REQUIRE(prepared);
  const auto block = prepared->blocks.front();
  live.expect(block, source);
  const auto wish = [](double amount) {
    return std::vector{
        ParameterWish{{1}, {7}, {.part = "n", .parameter = "amount", .value = amount}}};
  };
  const std::vector<Input> inputs = {play_of(block, 7)};
  live.note(Tick{1}, inputs, std::vector{said(FeedbackKind::Started, 1, 7)}, {}, wish(0.2));
  const auto first = live.moved();
  REQUIRE(first.size() == 1);
  const auto answer = live.plan_anew(first.front(), Tick{4}).replan;
  REQUIRE(answer);
  live.note(Tick{2}, {}, {}, {}, wish(0.9));
  REQUIRE(live.moved().size() == 1);
  // What is planned by now says all: nobody plans by what it was told before.
  CHECK_FALSE(live.plan_anew(first.front(), Tick{5}).replan);

  // The block goes on by the first answer, and the second, to what it was before, is passed over.
  live.note(Tick{4}, {}, {},
            std::vector{Replanned{.character = {1},
                                  .id = {7},
                                  .from = Tick{4},
                                  .block = answer->next,
                                  .start = Tick{1},
                                  .is_planned = true}});
  const auto again = live.moved();
  REQUIRE(again.size() == 1);
  CHECK(again.front().block == answer->next);
  REQUIRE(again.front().made.size() == 1);
  CHECK(again.front().made[0].value == 0.2);
  REQUIRE(again.front().wishes.size() == 1);
  CHECK(again.front().wishes[0].change.value == 0.9);
}

TEST_CASE("an answer is waited for so long, and not when its block is over", "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  auto block = std::make_shared<motion::Block>(*spin("b", "ada"));
  block->others = {{"gone:h:end", 100s}};  // nobody is called so by now
  live.expect(block, std::make_shared<const server::ScriptSource>());
  const std::vector<Input> inputs = {play_of(block, 7)};
  const std::vector<Feedback> started = {said(FeedbackKind::Started, 1, 7)};
  live.note(Tick{1}, inputs, started);
  CHECK_FALSE(live.waits_for_answers());
  const auto moved = live.moved();
  REQUIRE(moved.size() == 1);
  const server::LiveBlocks::Moved told_first = moved.front();
  CHECK(live.waits_for_answers());

  SECTION("none comes") {
    std::size_t told = 1;
    std::uint64_t tick = 1;
    for (; live.waits_for_answers() && tick < 1'000; ++tick) {
      live.note(Tick{tick}, {}, {});
      told += live.moved().size();
    }
    CHECK(told == 4);
    CHECK(tick < 200);
  }
  SECTION("there is none") {
    live.give_up(told_first, "for this test");
    live.note(Tick{2}, {}, {});
    CHECK(live.moved().empty());
    CHECK_FALSE(live.waits_for_answers());
  }
  SECTION("there is none to what it was told before") {
    live.note(Tick{40}, {}, {});
    REQUIRE(live.moved().size() == 1);
    live.give_up(told_first, "for this test");
    live.note(Tick{80}, {}, {});
    CHECK(live.moved().size() == 1);
  }
  SECTION("it is over") {
    const std::vector<Feedback> ended = {said(FeedbackKind::Ended, 2, 7)};
    live.note(Tick{2}, {}, ended);
    CHECK(live.moved().empty());
    CHECK_FALSE(live.waits_for_answers());
  }
}

TEST_CASE("where a change of a voice was given up, a block is planned anew no more often",
          "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  const auto mover = spin("mover", "ada");
  live.expect(mover);
  auto block = std::make_shared<motion::Block>(*spin("b", "ada"));
  block->others = {{"mover:bml:end", 100s}};
  const auto changes = std::make_shared<server::VoiceChanges>();
  live.expect(block, std::make_shared<const server::ScriptSource>(), {{"s", changes}});
  const std::vector<Input> inputs = {play_of(mover, 6), play_of(block, 7)};
  const std::vector<Feedback> started = {said(FeedbackKind::Started, 1, 6),
                                         said(FeedbackKind::Started, 1, 7)};
  live.note(Tick{1}, inputs, started);
  if (GENERATE(false, true)) {
    changes->refuse("for this test");
    live.note(Tick{1}, {}, {});
    const auto moved = live.moved();
    REQUIRE(moved.size() == 1);
    live.give_up(moved.front(), "for this test");
  }
  std::size_t told = 0;
  for (std::uint64_t tick = 2; tick < 1'000; ++tick) {
    auto longer = std::make_shared<motion::Block>(*mover);
    longer->end = Seconds(200.0 + static_cast<double>(tick));
    live.note(Tick{tick}, {}, {},
              std::vector{Replanned{.character = {1},
                                    .id = {6},
                                    .from = Tick{tick},
                                    .block = longer,
                                    .start = Tick{1},
                                    .is_planned = true}});
    told += live.moved().size();
  }
  CHECK(told <= 16);
  CHECK(told >= 15);
}

TEST_CASE("what never comes is forgotten, and of what is over the oldest", "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  const auto never = spin("never", "ada");
  live.expect(never);
  CHECK_FALSE(known_of(live, "never").times.empty());
  live.forget(*never);
  CHECK(known_of(live, "never").times.empty());

  const std::size_t count = server::LiveBlocks::kRemembered + 1;
  for (std::uint64_t i = 1; i <= count; ++i) {
    const std::vector<Input> inputs = {play_of(spin("b" + std::to_string(i), "ada"), i)};
    const std::vector<Feedback> feedback = {said(FeedbackKind::Started, i, i),
                                            said(FeedbackKind::Ended, i, i)};
    live.note(Tick{i}, inputs, feedback);
  }
  CHECK(known_of(live, "b1").times.empty());
  CHECK_FALSE(known_of(live, "b2").times.empty());
}

TEST_CASE("of many blocks that are over in one tick the oldest are forgotten", "[live_blocks]") {
  server::LiveBlocks live(TickRate(60), PlayBlock::Zero::LastTick);
  const std::size_t count = server::LiveBlocks::kRemembered + 4;
  std::vector<Input> inputs = {play_of(spin("other", "ben"), 1'000)};
  std::vector<Feedback> feedback = {said(FeedbackKind::Started, 1, 1'000),
                                    said(FeedbackKind::Ended, 1, 1'000)};
  for (std::uint64_t i = 1; i <= count; ++i) {
    inputs.push_back(play_of(spin("b" + std::to_string(i), "ada"), i));
    feedback.push_back(said(FeedbackKind::Started, 1, i));
    feedback.push_back(said(FeedbackKind::Interrupted, 1, i));
  }
  live.note(Tick{1}, inputs, feedback);
  for (std::uint64_t i = 1; i <= count; ++i) {
    CHECK(known_of(live, "b" + std::to_string(i)).times.empty() == (i <= 4));
  }
  CHECK_FALSE(known_of(live, "other").times.empty());
}

}  // namespace kine::live_blocks_test
