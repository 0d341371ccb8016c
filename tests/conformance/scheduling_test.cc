// What a scheduler must get right: a sample by which realizers are judged. Times are the
// standard's; what a test does not ask for may be any. Each block is played as it stands and with
// its elements the other way round.
#include <algorithm>

#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"

namespace kine::conformance::scheduling_test {

TEST_CASE("an empty block starts and stops without a warning", "[scheduling]") {
  covers({"bml", "bml@id"});
  const Played played = play_block("");
  CHECK(played.said.size() == 2);
  CHECK(played.start_of("b1") == 0);
  CHECK(played.end_of("b1") <= 1);
  CHECK(played.warned().empty());
}

TEST_CASE("a block without an id is refused, and nothing of it is played", "[scheduling]") {
  const Played played = play_block("<head id='nod1' lexeme='NOD'/>", "");
  CHECK(played.warned() == "refused");
  CHECK(played.said.size() == 1);
}

TEST_CASE("a nod is where its start and its end say", "[scheduling]") {
  covers(
      {"head", "head@id", "head@lexeme", "head@lexeme=NOD", "head:start", "head:end", "seconds"});
  const Played played = play_block("<head id='nod1' lexeme='NOD' start='0' end='2'/>");
  CHECK(played.at("nod1:start") == 0);
  CHECK(played.at("nod1:end") == ticks(2));
  CHECK(played.warned().empty());
}

TEST_CASE("nods start when they are told to", "[scheduling]") {
  const Played played = play_block(
      "<head id='nod1' lexeme='NOD' start='1'/><head id='nod2' lexeme='NOD' start='3'/>");
  CHECK(played.at("nod1:start") == ticks(1));
  CHECK(played.at("nod2:start") == ticks(3));
  CHECK(played.warned().empty());
}

TEST_CASE("what is to end before it starts is exactly one warning, and the rest plays",
          "[scheduling]") {
  const auto bad = GENERATE(values<std::string>({
      "<head id='bad1' lexeme='NOD' start='2' end='0'/>",
      "<speech id='bad1' start='2' end='0'><text>Nothing comes before itself.</text></speech>",
  }));
  CAPTURE(bad);
  const Played played = play_block(bad + "<head id='nod2' lexeme='NOD' start='1' end='3'/>");
  CHECK(played.warned() == "b1:bad1");
  CHECK(played.points_of("bad1").empty());
  CHECK(played.at("nod2:start") == ticks(1));
  CHECK(played.at("nod2:end") == ticks(3));
}

TEST_CASE("a speech that is to be too fast is exactly one warning, and the rest plays",
          "[scheduling]") {
  const Played played = play_block(
      "<speech id='speech1' start='0' end='0.1'><text>Four words and more.</text></speech>"
      "<head id='nod1' lexeme='NOD' start='1'/>");
  CHECK(played.warned() == "b1:speech1");
  CHECK(played.points_of("speech1").empty());
  CHECK(played.at("nod1:start") == ticks(1));
}

TEST_CASE("four words fit into five seconds", "[scheduling]") {
  covers({"speech", "speech@id", "speech/text", "speech:start", "speech:end"});
  const auto end = GENERATE(values<std::string>({
      "<speech id='speech1' end='5'><text>There are four words.</text></speech>",
      "<speech id='speech1' start='0'><text>There are four words.</text></speech>"
      "<constraint><before ref='5'><sync ref='speech1:end'/></before></constraint>",
  }));
  CAPTURE(end);
  const Played played = play_block(end);
  CHECK(played.warned().empty());
  CHECK(played.points_of("speech1") == "start end");
  CHECK(played.at("speech1:end") <= ticks(5));
}

TEST_CASE("synchronized points with offsets are one", "[scheduling]") {
  covers({"constraint", "synchronize", "synchronize/sync@ref", "behaviour:point",
          "behaviour:point+offset", "behaviour:point-offset"});
  const Played played = play_block(
      "<head id='nod1' lexeme='NOD'/><head id='nod2' lexeme='NOD'/>"
      "<constraint><synchronize>"
      "<sync ref='nod1:start+1'/><sync ref='nod2:start-1'/>"
      "</synchronize></constraint>");
  CHECK(played.at("nod1:start") == 0);
  CHECK(played.at("nod2:start") == ticks(2));
  CHECK(played.warned().empty());
}

TEST_CASE("a beat starts at the stroke of a nod, in either order", "[scheduling]") {
  covers({"head:stroke", "gesture", "gesture@id", "gesture@lexeme", "gesture@lexeme=BEAT",
          "gesture:start"});
  const Played played = play_block(
      "<head id='nod1' lexeme='NOD' start='3' end='5'/>"
      "<gesture id='beat1' lexeme='BEAT' start='nod1:stroke'/>");
  CHECK(played.at("nod1:start") == ticks(3));
  CHECK(played.at("nod1:end") == ticks(5));
  CHECK(played.at("beat1:start") == played.at("nod1:stroke"));
  CHECK(played.at("beat1:start") > ticks(3));
  CHECK(played.at("beat1:start") < ticks(5));
  CHECK(played.warned().empty());
}

TEST_CASE("a chain of references is followed to its end", "[scheduling]") {
  const Played played = play_block(
      "<head id='h1' lexeme='NOD' start='h2:start-2'/>"
      "<head id='h2' lexeme='NOD' start='h3:start-2'/>"
      "<head id='h3' lexeme='NOD' start='h4:start-2'/>"
      "<head id='h4' lexeme='NOD' start='10'/>");
  CHECK(played.at("h1:start") == ticks(4));
  CHECK(played.at("h2:start") == ticks(6));
  CHECK(played.at("h3:start") == ticks(8));
  CHECK(played.at("h4:start") == ticks(10));
  CHECK(played.warned().empty());
}

TEST_CASE("a gesture lies around the start of another, and a nod follows that one",
          "[scheduling]") {
  covers({"gesture:end"});
  const Played played = play_block(
      "<gesture id='g2' lexeme='BEAT' start='g1:start-1' end='g1:start+1'/>"
      "<gesture id='g1' lexeme='BEAT' start='4'/>"
      "<head id='h1' lexeme='NOD' start='g1:end'/>");
  CHECK(played.at("g2:start") == ticks(3));
  CHECK(played.at("g2:end") == ticks(5));
  CHECK(played.at("g1:start") == ticks(4));
  CHECK(played.at("h1:start") == played.at("g1:end"));
  CHECK(played.warned().empty());
}

TEST_CASE("a speech waits for a gaze", "[scheduling]") {
  covers({"gaze", "gaze@id", "gaze@target", "gaze:start", "gaze:ready"});
  const Played played = play_block(
      "<gaze id='gaze1' target='camera' start='2'/>"
      "<speech id='speech1' start='gaze1:ready'><text>I can see you.</text></speech>");
  CHECK(played.at("gaze1:start") == ticks(2));
  CHECK(played.at("speech1:start") == played.at("gaze1:ready"));
  CHECK(played.at("speech1:start") > ticks(2));
  CHECK(played.warned().empty());
}

TEST_CASE("a speech starts before its mark, and a nod with it", "[scheduling]") {
  covers({"speech:mark", "speech/sync@id"});
  const Played played = play_block(
      "<speech id='speech1' s1='10'><text>Before <sync id='s1'/>and after.</text></speech>"
      "<head id='nod1' lexeme='NOD' start='speech1:start'/>");
  CHECK(played.at("speech1:s1") == ticks(10));
  CHECK(played.at("speech1:start") < ticks(10));
  CHECK(played.at("nod1:start") == played.at("speech1:start"));
  CHECK(played.warned().empty());
}

TEST_CASE("two words before a mark take less than three seconds", "[scheduling]") {
  const Played played = play_block(
      "<speech id='speech1' start='0'><text>Hello there <sync id='s1'/>you two.</text></speech>");
  CHECK(played.at("speech1:s1") > 0);
  CHECK(played.at("speech1:s1") < ticks(3));
}

TEST_CASE("what hangs together is shifted as a whole, so that nothing starts before the block",
          "[scheduling]") {
  const Played played = play_block(
      "<speech id='speech1'><text><sync id='s1'/>As you can see, all of us move.</text></speech>"
      "<gesture id='g1' lexeme='BEAT' start='speech1:s1' end='g1:start+2'/>"
      "<gaze id='transleft' target='camera' start='g1:start-2' end='g1:start'/>"
      "<gaze id='relaxleft' target='camera' start='g1:end+0.5' end='g1:end+2.8'/>");
  CHECK(played.at("transleft:start") == 0);
  CHECK(played.at("transleft:end") == ticks(2));
  CHECK(played.at("speech1:s1") == ticks(2));
  CHECK(played.at("g1:start") == ticks(2));
  CHECK(played.at("g1:end") == ticks(4));
  CHECK(played.at("relaxleft:start") == ticks(4.5));
  CHECK(played.at("relaxleft:end") == ticks(6.8));
  CHECK(played.warned().empty());
}

TEST_CASE("of two identical gazes one is warned of, and the other runs", "[scheduling]") {
  const Played played = play_block(
      "<gaze id='gaze1' target='camera' start='1' end='3'/>"
      "<gaze id='gaze2' target='camera' start='1' end='3'/>");
  const bool first_runs = played.has("gaze1:start");
  CHECK(played.warned() == (first_runs ? "b1:gaze2" : "b1:gaze1"));
  CHECK(played.points_of(first_runs ? "gaze1" : "gaze2") == "start ready relax end");
  CHECK(played.points_of(first_runs ? "gaze2" : "gaze1").empty());
  CHECK(played.end_of("b1") == ticks(3));
}

TEST_CASE("a block that is appended starts when the one before it stops", "[scheduling]") {
  covers({"bml@composition", "bml@composition=APPEND"});
  const Played played =
      play({{0, block("<head id='nod1' lexeme='NOD' start='0' end='2'/>")},
            {ticks(1), block("<head id='nod1' lexeme='NOD' start='0.5' end='2.5'/>",
                             "id='b2' composition='APPEND'")}});
  CHECK(played.end_of("b1") == ticks(2));
  CHECK(played.start_of("b2") == ticks(2));
  CHECK(played.at("b2:nod1:start") == ticks(2.5));
  CHECK(played.at("b2:nod1:end") == ticks(4.5));
  CHECK(played.warned().empty());
}

TEST_CASE("a block that replaces stops a long one at once, and ids may be used again",
          "[scheduling]") {
  covers({"bml@composition=REPLACE"});
  const std::string again = GENERATE("b1", "b2");
  CAPTURE(again);
  const Played played = play({{0, block("<gaze id='x' target='camera' start='0' end='60'/>"
                                        "<head id='y' lexeme='NOD' start='30'/>")},
                              {ticks(2), block("<head id='x' lexeme='NOD' start='1' end='2'/>",
                                               "id='" + again + "' composition='REPLACE'")}});
  CHECK(played.end_of("b1") == ticks(2));
  CHECK_FALSE(played.has("b1:y:start"));
  CHECK(played.at("b1:x:end") == ticks(2));
  CHECK(std::ranges::any_of(played.said, [&](const Said& said) {
    return said.id == again + ":x:end" && said.tick == ticks(4);
  }));
  CHECK(played.warned().empty());
}

TEST_CASE("a reference to a behaviour that there is not is one warning on the block",
          "[scheduling]") {
  const Played played =
      play_block("<head id='nod1' lexeme='NOD' start='nobody:end'/><head id='nod2' lexeme='NOD'/>");
  REQUIRE(played.said.size() == 1);  // the whole block is refused
  CHECK(played.warned() == "refused");
  CHECK(played.said.front().message.find("'nobody'") != std::string::npos);
}

TEST_CASE("a reference to a point that there is not is one warning in the block", "[scheduling]") {
  const Played played = play_block(
      "<head id='nod1' lexeme='NOD' start='gaze1:stroke'/>"
      "<gaze id='gaze1' target='camera' start='1'/>");
  CHECK(played.warned() == "b1:nod1");
  CHECK(played.at("gaze1:start") == ticks(1));
}

TEST_CASE("a block ends whose behaviour is next to no time long", "[scheduling]") {
  const auto short_one = GENERATE(values<std::string>({
      "<gaze id='x' target='camera' start='1' end='1.00001'/>",
      "<head id='x' lexeme='NOD' start='1' end='x:start+0.00001'/>",
      "<wait id='x' start='1' duration='0.00001'/>",
  }));
  CAPTURE(short_one);
  const Played played = play_block(short_one + "<head id='nod1' lexeme='NOD' end='2'/>");
  CHECK(played.end_of("b1") == ticks(2));
}

TEST_CASE("before holds each of its points back, offsets counted", "[scheduling]") {
  covers({"before", "before@ref", "before/sync@ref"});
  // A wait of two seconds and one of one: both must have ended half a second before 1.5 s + 1 s.
  const Played played = play_block(
      "<wait id='w1' duration='2'/><wait id='w2' duration='1'/>"
      "<head id='nod1' lexeme='NOD'/>"
      "<constraint><before ref='nod1:start-0.5'>"
      "<sync ref='w1:end'/><sync ref='w2:end'/></before></constraint>");
  CHECK(played.at("w1:start") == 0);
  CHECK(played.at("w1:end") == ticks(2));
  CHECK(played.at("w2:end") == ticks(1));
  CHECK(played.at("nod1:start") == ticks(2.5));
  CHECK(played.warned().empty());
}

TEST_CASE("after moves each of its points on, offsets counted", "[scheduling]") {
  covers({"after", "after@ref", "after/sync@ref"});
  // A + 2 >= X + 1, that is A >= X - 1.
  const Played played = play_block(
      "<wait id='x' start='4' duration='1'/><wait id='a' duration='1'/>"
      "<wait id='c' duration='1'/>"
      "<constraint><after ref='x:start+1'><sync ref='a:start+2'/><sync ref='c:end'/></after>"
      "</constraint>");
  CHECK(played.at("x:start") == ticks(4));
  CHECK(played.at("a:start") == ticks(3));
  CHECK(played.at("c:end") == ticks(5));
  CHECK(played.warned().empty());
}

TEST_CASE("of what before asks and cannot be, one is warned of, and the rest plays",
          "[scheduling]") {
  const Played played = play_block(
      "<wait id='w1' start='1' duration='1'/><head id='nod1' lexeme='NOD' start='3' end='4'/>"
      "<constraint id='c1'><before ref='w1:start'><sync ref='nod1:start'/></before></constraint>");
  CHECK(played.warned() == "b1:c1");
  CHECK(played.at("w1:end") == ticks(2));
  CHECK(played.at("nod1:end") == ticks(4));
}

TEST_CASE("what is required and can be done is done", "[scheduling]") {
  covers({"required", "required/behaviour", "required/constraint", "constraint@id"});
  const Played played = play_block(
      "<required><head id='nod1' lexeme='NOD' start='1'/>"
      "<constraint id='c1'><synchronize><sync ref='nod1:end'/><sync ref='3'/></synchronize>"
      "</constraint></required>"
      "<head id='nod2' lexeme='NOD' start='nod1:end'/>");
  CHECK(played.at("nod1:start") == ticks(1));
  CHECK(played.at("nod1:end") == ticks(3));
  CHECK(played.at("nod2:start") == ticks(3));
  CHECK(played.warned().empty());
}

TEST_CASE("a block of which something required cannot be done does nothing", "[scheduling]") {
  const auto bad = GENERATE(values<std::string>({
      "<required><gaze id='x' target='nobody'/></required>",
      "<required><head id='x' lexeme='NOD' start='2' end='0'/></required>",
      "<required><head id='x' lexeme='JUGGLE'/></required>",
      "<head id='x' lexeme='NOD' start='3'/><required><constraint><before ref='2'>"
      "<sync ref='x:start'/></before></constraint></required>",
  }));
  CAPTURE(bad);
  const Played played = play_block(bad + "<head id='nod1' lexeme='NOD'/>");
  CHECK(played.said.size() == 1);
  CHECK(played.warned() == "refused");
}

}  // namespace kine::conformance::scheduling_test
