// Some behaviours of a block end and the others go on: BMLA's interrupt with include and exclude,
// from the text of a script to what is said of it.
#include <algorithm>
#include <cmath>

#include "server/live/live_blocks.h"
#include "tests/support/catch.h"
#include "tests/support/server/live_stage.h"

namespace kine::interrupted_parts_test {
namespace {

using Words = std::vector<std::string>;

/// A gesture of the right hand, a nod and a speech.
const std::string kScene = R"(
  <gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" start="0.5" stroke="1.5" relax="4" end="5"/>
  <head id="h" lexeme="NOD" start="1" end="6"/>
  <speech id="s" start="1"><text>One two <sync id="m"/>three four five six seven eight nine ten
    eleven twelve</text></speech>)";

/// What was said of bml1 in its last tick.
Words last_of_bml1(const test::LiveStage& stage) {
  Words words;
  for (const std::string& line : stage.said()) {
    const std::string tick = line.substr(0, line.find(' ') + 1);
    const bool is_of_it = line.ends_with(" bml1") || line.find(" bml1:") != std::string::npos;
    if (!is_of_it) continue;
    if (!words.empty() && !words.back().starts_with(tick)) words.clear();
    words.push_back(line);
  }
  return words;
}

}  // namespace

TEST_CASE("those that are named end at once, the others go on as planned", "[interrupted_parts]") {
  test::LiveStage whole;
  whole.submit("bml1", kScene);
  whole.advance_to_the_end();

  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.advance_to(119);
  stage.interrupt("bml1", R"(include="g, s")");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("sync bml1:g:end") == 120);
  CHECK(stage.tick_of("sync bml1:s:end") == 120);
  CHECK(stage.count_of("sync bml1:g:relax") == 0);
  for (const char* point :
       {"start", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"}) {
    const std::string id = "sync bml1:h:" + std::string(point);
    CHECK(stage.tick_of(id) == whole.tick_of(id));
  }
  CHECK(stage.tick_of("ended bml1") == 360);  // with the nod
  CHECK(stage.count_of("interrupted bml1") == 0);
}

TEST_CASE("those that are excluded go on, and what ends says how far it had come",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.advance_to(149);
  stage.interrupt("bml1", R"(exclude="h")");
  stage.advance_to_the_end();

  const Feedback& gesture = stage.feedback_of("sync bml1:g:end");
  CHECK(gesture.tick == Tick{150});
  CHECK(gesture.last_sync_point == "bml1:g:strokeEnd");
  CHECK(gesture.last_word.empty());
  CHECK(gesture.message == "interrupted after 'bml1:g:strokeEnd'");
  const Feedback& speech = stage.feedback_of("sync bml1:s:end");
  CHECK(speech.last_sync_point == "bml1:s:m");
  CHECK_FALSE(speech.last_word.empty());
  CHECK(speech.message == "interrupted after 'bml1:s:m', the word '" + speech.last_word + "'");
  CHECK(stage.tick_of("ended bml1") == 360);
}

TEST_CASE("a block that is interrupted says how far it had come", "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.advance_to(69);
  stage.interrupt("bml1", "");
  stage.advance_to_the_end();

  const Feedback& feedback = stage.feedback_of("interrupted bml1");
  CHECK(feedback.tick == Tick{70});
  CHECK(feedback.last_word == "One");
  CHECK(feedback.last_sync_point == "bml1:s:start");
}

TEST_CASE("an interruption says what was performed", "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.submit("bml2", R"(<speech id="s"><text>And on</text></speech>)", R"(composition="APPEND")");
  stage.advance_to(149);
  stage.interrupt("bml2");
  stage.interrupt("bml1");
  stage.advance_to_the_end();

  const Feedback& block = stage.feedback_of("interrupted bml1");
  REQUIRE(block.performed);
  REQUIRE(block.performed->speeches.size() == 1);
  const Performed::Speech& speech = block.performed->speeches.front();
  CHECK(speech.id == "bml1:s");
  CHECK(speech.words == 12);
  CHECK(speech.words_done == 7);  // 1.5 s, a fifth of a second a syllable
  CHECK(speech.last_word == "seven");
  CHECK(speech.text_done == "One two three four five six seven ");
  CHECK(speech.text_left == "eight nine ten\n    eleven twelve");
  REQUIRE(block.performed->parts.size() == 3);
  CHECK(block.performed->parts[0].id == "bml1:g");
  CHECK(block.performed->parts[0].phase == "post-stroke-hold");
  CHECK(block.performed->parts[0].fraction == Approx(2 / 4.5));
  CHECK(block.performed->parts[1].fraction == Approx(1.5 / 5));

  const Feedback& gesture = stage.feedback_of("sync bml1:g:end");
  REQUIRE(gesture.performed);
  CHECK(gesture.performed->speeches.empty());
  CHECK(gesture.performed->parts.size() == 1);

  const Feedback& waiting = stage.feedback_of("interrupted bml2");
  REQUIRE(waiting.performed);
  CHECK(waiting.performed->speeches.front().text_left == "And on");
  CHECK(waiting.performed->speeches.front().words_done == 0);
}

TEST_CASE("a block that ends early says the ends of what has begun, in the order of their starts",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="z" lexeme="NOD" start="1" end="6"/>
                          <faceLexeme id="over" lexeme="RAISE_BROWS" start="0" end="0.5"/>
                          <gaze id="later" target="camera" start="3" end="4"/>
                          <gesture id="g" lexeme="BEAT" start="0.5" end="5"/>)");
  stage.advance_to(69);
  SECTION("by an interruption") { stage.interrupt("bml1"); }
  SECTION("by an interruption that names all") {
    stage.interrupt("bml1", R"(include="g,z,later")");
  }
  SECTION("by a block in its place") { stage.submit("bml2", "", R"(composition="REPLACE")"); }
  stage.advance_to_the_end();

  CHECK(last_of_bml1(stage) ==
        Words{"70 sync bml1:g:end", "70 sync bml1:z:end", "70 interrupted bml1"});
  CHECK(stage.feedback_of("sync bml1:g:end").time.count() == Approx(70.0 / 60));
  CHECK(stage.count_of("sync bml1:over:end") == 1);
  CHECK(stage.count_of("sync bml1:later:end") == 0);
}

TEST_CASE("a point that an interruption is tied to is said, then what has begun ends",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="h" lexeme="NOD" start="0.5" end="6"/>
      <speech id="s" start="0.5"><text>One two <sync id="m"/>three</text></speech>)");
  stage.submit("by", R"(<a:interrupt id="i" target="bml1" start="bml1:s:m"/>)");
  stage.advance_to_the_end();

  const std::string tick = std::to_string(stage.tick_of("interrupted bml1")) + " ";
  CHECK(last_of_bml1(stage) == Words{tick + "sync bml1:s:m", tick + "sync bml1:h:end",
                                     tick + "sync bml1:s:end", tick + "interrupted bml1"});
  CHECK(stage.feedback_of("sync bml1:s:end").last_sync_point == "bml1:s:m");
}

TEST_CASE("a point of what goes on is said where a part is interrupted in its tick",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="h" lexeme="NOD" start="0.5" stroke="1.5" end="6"/>
                          <gaze id="g" target="camera" start="0" end="6"/>)");
  stage.submit("by", R"(<a:interrupt id="i" target="bml1" include="h" start="bml1:h:stroke"/>)");
  stage.advance_to(100);
  CHECK(last_of_bml1(stage) == Words{"90 sync bml1:h:stroke", "90 sync bml1:h:end"});
}

TEST_CASE("a block that is interrupted before anything of it was shown has no ends to say",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.submit("bml2", "", R"(composition="REPLACE")");
  stage.advance_to_the_end();
  CHECK(stage.count_of("interrupted bml1") == 1);
  CHECK(stage.count_of("sync bml1:g:end") == 0);
}

TEST_CASE("where all that plays is named the block is interrupted", "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.advance_to(119);
  stage.interrupt("bml1", R"(include="g,h,s")");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("interrupted bml1") == 120);
  CHECK(stage.count_of("ended bml1") == 0);
}

TEST_CASE("what has not begun never does, and of what is over nothing is said twice",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="a" lexeme="NOD" start="0" end="1"/>
                          <head id="b" lexeme="NOD" start="1" end="4"/>
                          <head id="c" lexeme="NOD" start="3" end="6"/>)");
  stage.advance_to(119);
  stage.interrupt("bml1", R"(include="a,c")");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("sync bml1:a:end") == 60);
  CHECK(stage.count_of("sync bml1:c:start") == 0);
  CHECK(stage.count_of("sync bml1:c:end") == 0);
  CHECK(stage.tick_of("ended bml1") == 240);
}

TEST_CASE("of a block that waits what is named never begins", "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml0", R"(<head id="a" lexeme="NOD" end="2"/>)");
  stage.submit("bml1", R"(<head id="a" lexeme="NOD" end="2"/><head id="b" lexeme="NOD" end="1"/>)",
               R"(composition="APPEND")");
  stage.advance_to(10);
  stage.interrupt("bml1", R"(include="a")");
  stage.advance_to_the_end();

  CHECK(stage.count_of("sync bml1:a:start") == 0);
  CHECK(stage.tick_of("started bml1") == 120);
  CHECK(stage.tick_of("ended bml1") == 180);
}

TEST_CASE("who interrupts a behaviour that there is not is told so", "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.advance_to(119);
  stage.interrupt("bml1", R"(include="g,x")");
  stage.advance_to_the_end();
  CHECK(stage.warnings() == Words{"by1:i: 'bml1' has no behaviour 'x'"});
  CHECK(stage.feedback_of("warning by1:i").warning == WarningKind::NoSuchTarget);
  CHECK(stage.tick_of("sync bml1:g:end") == 120);
}

TEST_CASE("who interrupts or activates a block that there is not is told so, once each",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.interrupt("gone");
  stage.interrupt("gone", R"(include="g")");
  stage.submit("bml2", R"(<a:activate id="a" target="gone"/>)");
  stage.submit("bml3", R"(<head id="n" lexeme="NOD" end="1"/>)", R"(a:interrupt="gone")");
  stage.submit("bml4", R"(<a:activate id="a" target="bml1"/>)");  // which plays already
  stage.advance_to(60);
  const std::string gone = ": no block plays or waits that is called 'gone'";
  CHECK(stage.warnings() == Words{"by1:i" + gone, "by2:i" + gone, "bml2:a" + gone, "bml3" + gone});
  CHECK(stage.feedback_of("warning by1:i").warning == WarningKind::NoSuchTarget);
}

TEST_CASE("what a block does in its last tick is done", "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="n" lexeme="NOD" end="1"/>)", R"(a:preplan="true")");
  stage.submit("bml2", R"(<head id="n" lexeme="SHAKE" end="2"/><a:activate id="a" target="bml1"
                          start="n:end"/>)");
  stage.advance_to_the_end();
  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("ended bml2") == 120);
  CHECK(stage.tick_of("started bml1") == 120);
}

TEST_CASE("who interrupts a behaviour that a waiting block has not got is told so",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml0", R"(<head id="a" lexeme="NOD" end="2"/>)");
  stage.submit("bml1", R"(<head id="a" lexeme="NOD" end="2"/>)", R"(composition="APPEND")");
  stage.advance_to(10);
  stage.interrupt("bml1", R"(include="x")");
  stage.advance_to_the_end();
  CHECK(stage.warnings() == Words{"by1:i: 'bml1' has no behaviour 'x'"});
  CHECK(stage.tick_of("sync bml1:a:end") == 240);
}

TEST_CASE("an arm whose gesture is interrupted sinks without a jump", "[interrupted_parts]") {
  for (const std::uint64_t at : {50, 80, 100, 130}) {  // it fades in, strokes, holds
    test::LiveStage stage;
    stage.submit("bml1", kScene);
    stage.advance_to(at - 1);
    stage.interrupt("bml1", R"(include="g")");
    const auto turns = stage.turns_of(body::Joint::RightUpperArm, at, at + 40);
    double change_max = 0;
    for (std::size_t i = 1; i < turns.size(); ++i) {
      change_max = std::max(change_max, std::abs(turns[i] - turns[i - 1]));
    }
    INFO("interrupted at tick " << at);
    CHECK(std::ranges::max(turns) < 0.15);  // rad a tick: 9 rad/s
    CHECK(change_max < 0.05);               // and no tick starts or stops at once
    CHECK(turns.back() < 0.001);            // it hangs again
  }
}

TEST_CASE("a stage that is rewound interrupts the same parts again", "[interrupted_parts]") {
  test::LiveStage one;
  test::LiveStage two;
  for (test::LiveStage* stage : {&one, &two}) {
    stage->submit("bml1", kScene);
    stage->advance_to(119);
    stage->interrupt("bml1", R"(include="s" start="1")");
    stage->advance_to_the_end();
  }
  CHECK(one.all_feedback() == two.all_feedback());
}

TEST_CASE("others see the ends of what was interrupted, and not what never came",
          "[interrupted_parts]") {
  test::LiveStage stage;
  stage.submit("bml1", kScene);
  stage.advance_to(119);
  stage.interrupt("bml1", R"(include="g")");
  stage.advance_to(129);
  stage.submit("bml3", R"(<head id="a" lexeme="NOD" start="bml1:g:end+1"/>
                          <head id="b" lexeme="NOD" start="bml1:g:relax"/>)");
  stage.advance_to_the_end();
  CHECK(stage.tick_of("sync bml3:a:start") == 180);
  REQUIRE(stage.warnings().size() == 1);
  CHECK(stage.warnings()[0].starts_with("bml3:b: there is no sync point 'bml1:g:relax'"));
}

}  // namespace kine::interrupted_parts_test
