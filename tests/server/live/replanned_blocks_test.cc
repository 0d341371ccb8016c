// Blocks that are planned anew while they play, for what they refer to has moved: from the text of
// scripts to the ticks of what is said.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "server/live/live_blocks.h"
#include "tests/support/catch.h"
#include "tests/support/server/live_stage.h"

namespace kine::replanned_blocks_test {
namespace {

using Words = std::vector<std::string>;

/// Six seconds; then bml1, whose nod strokes at some time.
void play_two_in_a_row(test::LiveStage& stage) {
  stage.submit("bml0", R"(<head id="a" lexeme="NOD" end="6"/>)");
  stage.submit("bml1", R"(<head id="n" lexeme="NOD" start="1" end="3"/>)",
               R"(composition="APPEND")");
}

void change(test::LiveStage& stage, const std::string& id, const std::string& target,
            const std::string& parameter, const std::string& value) {
  stage.submit(id, "<a:parametervaluechange id=\"c\" target=\"" + target + "\" paramId=\"" +
                       parameter + "\"><a:trajectory type=\"linear\" targetValue=\"" + value +
                       "\"/></a:parametervaluechange>");
}

}  // namespace

TEST_CASE("what has not begun moves with what it refers to", "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  stage.submit("bml2", R"(<gesture id="g" lexeme="BEAT" stroke="bml1:n:start+1"/>
                          <head id="h" lexeme="SHAKE" start="g:end"/>
                          <head id="k" lexeme="SHAKE" start="9" end="10"/>)");
  stage.advance_to(119);
  stage.interrupt("bml0");
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("started bml1") == 120);
  CHECK(stage.tick_of("sync bml1:n:start") == 180);
  CHECK(stage.tick_of("sync bml2:g:stroke") == 240);
  CHECK(stage.tick_of("sync bml2:h:start") == stage.tick_of("sync bml2:g:end"));
  CHECK(stage.tick_of("sync bml2:k:start") == 540);
  CHECK(stage.tick_of("ended bml2") == 600);
}

TEST_CASE("a gesture that has begun and not struck is retimed, and what was said stays",
          "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  // It prepares from the fourth second on, for a stroke at the seventh.
  stage.submit("bml2", R"(<gesture id="g" lexeme="BEAT" start="4" stroke="bml1:n:start"/>)");
  stage.advance_to(299);
  CHECK(stage.tick_of("sync bml2:g:start") == 240);
  CHECK(stage.count_of("sync bml2:g:stroke") == 0);
  stage.interrupt("bml0");  // bml1 begins at 300
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("sync bml1:n:start") == 360);
  CHECK(stage.tick_of("sync bml2:g:start") == 240);
  CHECK(stage.tick_of("sync bml2:g:stroke") == 360);
  for (const char* point : {"ready", "strokeStart", "strokeEnd", "relax", "end"}) {
    CHECK(stage.count_of("sync bml2:g:" + std::string(point)) == 1);
  }
}

TEST_CASE("the arm of a gesture that is retimed does not jump", "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  stage.submit("bml2",
               R"(<gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" start="4" ready="5"
                           stroke="bml1:n:start"/>)");
  stage.advance_to(269);
  stage.interrupt("bml0");
  const auto turns = stage.turns_of(body::Joint::RightLowerArm, 270, 300);
  const double fastest = std::ranges::max(turns);
  CHECK(fastest > 0.001);
  CHECK(fastest < 0.15);
}

TEST_CASE("what is held until another ends is held shorter or longer", "[replanned]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<speech id="s"><text>One two three four five six seven eight nine ten
    eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen</text></speech>)");
  stage.submit("bml2", R"(<gaze id="z" target="camera" start="0.5" relax="bml1:s:end"/>)");
  stage.advance_to(119);
  CHECK(stage.count_of("sync bml2:z:ready") == 1);
  stage.interrupt("bml1", R"(include="s")");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("interrupted bml1") == 120);
  CHECK(stage.tick_of("sync bml2:z:relax") <= 122);
  CHECK(stage.tick_of("sync bml2:z:relax") >= 121);
  CHECK(stage.count_of("ended bml2") == 1);
}

TEST_CASE("who waits for what never comes is left out, with one warning", "[replanned]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="a" lexeme="NOD" start="3" end="6"/>
                          <head id="b" lexeme="NOD" end="6"/>)");
  stage.submit("bml2", R"(<gesture id="g" lexeme="BEAT" stroke="bml1:a:stroke"/>
                          <head id="h" lexeme="SHAKE" start="1" end="5"/>)");
  stage.advance_to(59);
  stage.interrupt("bml1", R"(include="a")");
  stage.advance_to_the_end();

  REQUIRE(stage.warnings().size() == 1);
  CHECK(stage.warnings()[0].starts_with("bml2:g: there is no sync point 'bml1:a:stroke'"));
  CHECK(stage.feedback_of("warning bml2:g").warning == WarningKind::ImpossibleToSchedule);
  CHECK(stage.count_of("sync bml2:g:start") == 0);
  CHECK(stage.tick_of("sync bml2:h:end") == 300);
  CHECK(stage.tick_of("ended bml2") == 300);
}

TEST_CASE("what was interrupted does not come back when its block is planned anew", "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  stage.submit("bml2", R"(<gesture id="g" lexeme="BEAT" stroke="bml1:n:start+1"/>
                          <head id="h" lexeme="SHAKE" start="g:end"/>
                          <head id="k" lexeme="SHAKE" start="bml1:n:start+4" end="k:start+2"/>)");
  stage.advance_to(59);
  const std::uint64_t was_to_start = 60 * 8;  // and a little more, when the gesture has ended
  stage.interrupt("bml2", R"(include="g")");
  stage.advance_to(119);
  stage.interrupt("bml0");  // which brings all of bml1 on by four seconds
  stage.advance_to_the_end();

  CHECK(stage.count_of("sync bml2:g:start") == 0);
  CHECK(stage.tick_of("sync bml2:h:start") > was_to_start);
  CHECK(stage.tick_of("sync bml2:k:start") == 180 + 240);
  CHECK(stage.warnings().empty());
}

TEST_CASE("a speech whose mark was tied to what is gone is said when it was to be", "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  stage.submit("bml2", R"(<gaze id="z" target="camera" start="2" end="8"/>
                          <speech id="s"><text>One <sync id="m" ref="z:end"/>two</text></speech>
                          <head id="h" lexeme="SHAKE" start="bml1:n:end+5"/>)");
  stage.advance_to(149);
  stage.interrupt("bml2", R"(include="z")");
  stage.advance_to(179);
  stage.interrupt("bml0");  // so bml2 is planned anew
  stage.advance_to_the_end();
  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("sync bml2:s:m") == 480);
  CHECK(stage.tick_of("sync bml2:h:start") == stage.tick_of("sync bml1:n:end") + 300);
}

TEST_CASE("what moves passes it on to who refers to that", "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  stage.submit("bml2", R"(<head id="h" lexeme="SHAKE" start="bml1:n:start+1"/>)");
  stage.submit("bml3", R"(<gesture id="g" lexeme="BEAT" stroke="bml2:h:start+2"/>)");
  stage.advance_to(119);
  stage.interrupt("bml0");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("sync bml2:h:start") == 240);
  CHECK(stage.tick_of("sync bml3:g:stroke") == 360);
}

TEST_CASE("a block that another is put before makes those late who refer to it", "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  stage.submit("bml2", R"(<head id="h" lexeme="SHAKE" start="bml1:n:start"/>)");
  stage.advance_to(59);
  stage.submit("bml3", R"(<head id="m" lexeme="NOD" end="7"/>)", R"(a:prependBefore="bml1")");
  stage.advance_to_the_end();

  CHECK(stage.tick_of("ended bml3") == 480);
  CHECK(stage.tick_of("started bml1") == 480);
  CHECK(stage.tick_of("sync bml2:h:start") == 540);
}

TEST_CASE("blocks that wait for each other come to an end all the same", "[replanned]") {
  test::LiveStage stage;
  play_two_in_a_row(stage);
  // It is to be over before bml1 begins, and to strike after that.
  stage.submit("bml2", R"(<gesture id="g" lexeme="BEAT" stroke="bml1:n:start+1.5"/>)",
               R"(a:prependBefore="bml1")");
  stage.advance_to_the_end();
  CHECK(stage.tick_of("ended bml2") == stage.tick_of("started bml1"));
  CHECK(stage.tick_of("ended bml1") < 60 * 120);
}

TEST_CASE("a face that shows is shown more, within a moment, and no point moves", "[replanned]") {
  const std::string faces = R"(
    <faceLexeme id="f" lexeme="RAISE_BROWS" amount="0.2" start="0" attackPeak="1" relax="4"
                end="5"/>
    <faceLexeme id="l" lexeme="OPEN_MOUTH" amount="0.2" start="3" attackPeak="4" relax="5"
                end="6"/>)";
  test::LiveStage plain;
  plain.submit("bml1", faces);
  test::LiveStage stage;
  stage.submit("bml1", faces);
  stage.advance_to(119);
  for (const char* part : {"f", "l"}) {
    change(stage, "more" + std::string(part), "bml1:" + std::string(part), "amount", "0.6");
  }
  const auto sum_of = [](test::LiveStage& shown) {
    double sum = 0;
    for (const float value : shown.stage().frames()[0].channels) sum += static_cast<double>(value);
    return sum;
  };
  for (const std::uint64_t tick : {119, 150, 270}) {  // before, while one shows, then the other
    plain.advance_to(tick);
    stage.advance_to(tick);
    INFO("tick " << tick << ": " << sum_of(plain) << ", " << sum_of(stage));
    CHECK(sum_of(stage) == Approx(sum_of(plain) * (tick == 119 ? 1 : 3)).epsilon(0.02));
  }
  plain.advance_to_the_end();
  stage.advance_to_the_end();
  CHECK(stage.warnings().empty());
  for (const char* point : {"f:start", "f:attackPeak", "f:relax", "f:end", "l:start", "l:end"}) {
    const std::string what = "sync bml1:" + std::string(point);
    CHECK(stage.tick_of(what) == plain.tick_of(what));
  }
}

TEST_CASE("a face that has ended is changed no more, and its block goes on", "[replanned]") {
  const std::uint64_t at = GENERATE(57, 58, 59, 60, 61, 180);  // it ends in tick 60
  CAPTURE(at);
  test::LiveStage stage;
  stage.submit("bml1", R"(<faceLexeme id="f" lexeme="RAISE_BROWS" start="0" end="1"/>
                          <wait id="w" start="0" duration="6"/>)");
  stage.advance_to(at - 1);
  change(stage, "more", "bml1:f", "amount", "1");
  stage.advance_to_the_end();
  CHECK(stage.tick_of("sync bml1:f:end") == 60);
  CHECK(stage.tick_of("ended bml1") == 360);
}

TEST_CASE("what cannot be changed, or is not there, is one warning", "[replanned]") {
  test::LiveStage stage;
  stage.submit("bml1", R"(<head id="h" lexeme="NOD" end="3"/><wait id="w" duration="1"/>)");
  change(stage, "b2", "bml1:h", "speed", "0.5");
  change(stage, "b3", "bml1:h", "amount", "2");
  change(stage, "b4", "h", "amount", "0.5");
  change(stage, "b5", "bml1:x", "amount", "0.5");
  change(stage, "b6", "bml1:h", "rate", "0.5");
  change(stage, "b7", "bml1:w", "amount", "0.5");
  stage.advance_to_the_end();
  CHECK(stage.warnings() ==
        Words{"b2:c: of what plays 'amount', 'offsetAngle', 'volume' and 'rate' can be changed, "
              "not 'speed'",
              "b3:c: an amount is from 0 to 1, not '2'",
              "b4:c: the target is no behaviour of a block: 'h'",
              "b5:c: no behaviour plays or waits that is called 'bml1:x'",
              "b6:c: of 'bml1:h' 'amount' can be changed, not 'rate'",
              "b7:c: of 'bml1:w' nothing can be changed, not 'amount'"});
  CHECK(stage.feedback_of("warning b5:c").warning == WarningKind::NoSuchTarget);
}

TEST_CASE("blocks that are cut and planned anew at random keep the order of what is said",
          "[replanned]") {
  std::mt19937 random(7);
  const auto pick = [&](int most) {
    return static_cast<int>(random() % static_cast<unsigned>(most));
  };
  for (int run = 0; run < 12; ++run) {
    test::LiveStage stage;
    int blocks = 0;
    const Words points = {"start", "stroke", "end", "relax"};
    for (std::uint64_t tick = 0; tick < 600; tick += 20 + static_cast<std::uint64_t>(pick(40))) {
      stage.advance_to(tick);
      const std::string other = "b" + std::to_string(pick(blocks + 1));
      const std::string point = points[static_cast<std::size_t>(pick(4))];
      if (blocks > 1 && pick(3) == 0) {
        stage.interrupt(other, pick(2) == 0 ? R"(include="g")" : R"(exclude="h")");
        continue;
      }
      stage.submit("b" + std::to_string(++blocks),
                   "<gesture id=\"g\" lexeme=\"BEAT\" stroke=\"" + other + ":h:" + point +
                       "+1.5\"/><head id=\"h\" lexeme=\"NOD\" start=\"1\" end=\"3.5\"/>"
                       "<gaze id=\"z\" target=\"camera\" start=\"0.2\" end=\"" +
                       other + ":g:end+1\"/>",
                   pick(2) == 0 ? R"(composition="APPEND")" : "");
    }
    stage.advance_to_the_end();

    std::map<std::string, std::string> last;
    std::set<std::string> said;
    INFO("run " << run);
    for (const Feedback& feedback : stage.all_feedback()) {
      if (feedback.kind == FeedbackKind::Warning) continue;
      const std::string block = feedback.id.substr(0, feedback.id.find(':'));
      const std::string word = word_of(feedback.kind);
      INFO(word << " " << feedback.id << " at " << feedback.tick.index);
      CHECK(said.insert(word + " " + feedback.id).second);
      CHECK(last[block] != "ended");
      CHECK(last[block] != "interrupted");
      if (last[block].empty()) CHECK((word == "started" || word == "interrupted"));
      last[block] = word;
    }
    for (const auto& [block, word] : last) {
      INFO(block);
      CHECK((word == "ended" || word == "interrupted"));
    }
  }
}

}  // namespace kine::replanned_blocks_test
