// What is said, and waiting: marks, text and lengths through the whole line.
#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"

namespace kine::conformance::speech_test {
namespace {

TEST_CASE("a mark is the onset of the word behind it", "[speech]") {
  covers({"speech/text", "speech/sync@id", "speech:mark"});
  const Played played = play_block(
      "<speech id='s' start='1'><text><sync id='first'/>All <sync id='second'/>of these "
      "<sync id='third'/>words<sync id='last'/></text></speech>");
  CHECK(played.points_of("s") == "start first second third last end");
  CHECK(played.at("s:first") == ticks(1));
  CHECK(played.at("s:second") > played.at("s:first"));
  CHECK(played.at("s:third") > played.at("s:second"));
  CHECK(played.at("s:last") > played.at("s:third"));
  CHECK(played.at("s:last") <= played.at("s:end"));
  CHECK(played.warned().empty());
}

TEST_CASE("a mark with a reference is then, and so is one that is an attribute", "[speech]") {
  covers({"speech/sync@ref", "speech:mark"});
  const auto text = GENERATE(values<std::string>({
      "<speech id='s'><text>One two <sync id='m' ref='w:end+0.5'/>three.</text></speech>",
      "<speech id='s' m='w:end+0.5'><text>One two <sync id='m'/>three.</text></speech>",
      "<speech id='s' stroke='w:end+0.5'><text>One two <sync id='stroke'/>three.</text></speech>"
      "<wait id='m' start='s:stroke' duration='1'/>",
      "<speech id='s'><text>One two <sync id='m'/>three.</text></speech>"
      "<constraint><synchronize><sync ref='s:m'/><sync ref='w:end+0.5'/></synchronize>"
      "</constraint>",
  }));
  CAPTURE(text);
  const Played played = play_block(text + "<wait id='w' start='1' duration='2'/>");
  CHECK(played.at(played.has("m:start") ? "m:start" : "s:m") == ticks(3.5));
  CHECK(played.at("s:start") < ticks(3.5));
  CHECK(played.warned().empty());
}

TEST_CASE("a block ends with its speech, and what is appended begins then", "[speech]") {
  const Played played =
      play({{0, block("<speech id='s'><text>Stop</text></speech>")},
            {0, block("<wait id='w' duration='1'/>", "id='b2' composition='APPEND'")}});
  CHECK(played.end_of("b1") == played.at("s:end"));
  CHECK(played.start_of("b2") == played.end_of("b1"));
  // The lips close in their own time.
  CHECK(played.channel("viseme_PP", played.end_of("b1")) > 0);
  CHECK(played.channel("viseme_PP", played.end_of("b1") + ticks(0.3)) == 0);
}

TEST_CASE("a mouth moves while one speaks, and at no other time", "[speech]") {
  const Played played = play_block(
      "<speech id='s' start='1'><text>All of us are open about it.</text></speech>"
      "<wait id='w' duration='5'/>");
  float open = 0;
  for (std::uint64_t tick = played.at("s:start"); tick < played.at("s:end"); ++tick) {
    open = std::max(open, played.channel("jawOpen", tick));
  }
  CHECK(open > 0.2);
  CHECK(played.channel("jawOpen", ticks(0.5)) == 0);
  CHECK(played.channel("jawOpen", ticks(4.9)) == 0);
}

TEST_CASE("a wait takes its time, and no longer than it may", "[wait]") {
  covers({"wait", "wait@duration", "wait@max-wait"});
  const Played played = play_block(
      "<wait id='w1' start='1' duration='1.25'/><wait id='w2' start='1' max-wait='2'/>"
      "<wait id='w3' start='1' max-wait='-1' end='3'/>"
      "<wait id='w4' start='1' max-wait='5' end='w1:end'/>");
  CHECK(played.at("w1:end") == ticks(2.25));
  CHECK(played.at("w2:end") == ticks(3));
  CHECK(played.at("w3:end") == ticks(3));
  CHECK(played.at("w4:end") == ticks(2.25));
  CHECK(played.warned().empty());

  const Played late = play_block("<wait id='w1' start='1' max-wait='2' end='4'/>");
  CHECK(late.warned() == "b1:w1");
}

}  // namespace
}  // namespace kine::conformance::speech_test
