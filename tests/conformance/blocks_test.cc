// Blocks beside each other, and references from one to itself: in counted time.
#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/conformance/seen.h"
#include "tests/support/catch.h"

namespace kine::conformance::blocks_test {
namespace {

/// A block that takes so long, and does nothing.
std::string waits(const std::string& attributes, const std::string& length) {
  return block("<wait id='w' duration='" + length + "'/>", attributes);
}

TEST_CASE("a block is for the character that it names", "[blocks]") {
  covers({"bml@characterId"});
  const std::string smile = "<faceLexeme id='f' lexeme='RAISE_MOUTH_CORNERS' attackPeak='1'/>";
  const Played ben = play_block(smile, "id='b1' characterId='ben'");
  CHECK(ben.channel("mouthSmileLeft", ticks(1)) == 0);
  const Played ada = play_block(smile, "id='b1' characterId='ada'");
  CHECK(ada.channel("mouthSmileLeft", ticks(1)) > 0.1);
  CHECK(play_block(smile, "id='b1' characterId='nobody'").warned() == "refused");
}

TEST_CASE("blocks that merge play together, and of a conflict the earlier one wins", "[blocks]") {
  covers({"bml@composition=MERGE"});
  const auto composition = GENERATE("", " composition='MERGE'");
  const Played played =
      play({{0, block("<gaze id='g' target='camera' start='0' ready='0.5' relax='4' end='5'/>")},
            {ticks(1), block("<gaze id='g' target='ben' start='0' ready='0.5' relax='1.5' "
                             "end='2'/><head id='h' lexeme='NOD' start='0.5'/>",
                             "id='b2'" + std::string(composition))}});
  CHECK(played.start_of("b2") == ticks(1));
  CHECK(played.at("b2:h:start") == ticks(1.5));
  CHECK(sight_misses_deg(played.frame(ticks(2.4)), kCamera) < 3);
  CHECK(played.end_of("b1") == ticks(5));
}

TEST_CASE("an unknown composition is merged, with one warning", "[blocks]") {
  const Played played =
      play({{0, waits("id='b1'", "2")}, {ticks(1), waits("id='b2' composition='SHUFFLE'", "2")}});
  CHECK(played.start_of("b2") == ticks(1));
  CHECK(played.warned() == "b2");
}

TEST_CASE("an appended block waits for all blocks before it", "[blocks]") {
  const Played played = play({{0, waits("id='b1'", "4")},
                              {ticks(1), waits("id='b2'", "1")},
                              {ticks(1), waits("id='b3' composition='APPEND'", "1")},
                              {ticks(1.5), waits("id='b4' composition='APPEND'", "1")}});
  CHECK(played.end_of("b2") == ticks(2));
  CHECK(played.start_of("b3") == ticks(4));
  CHECK(played.start_of("b4") == ticks(5));
  CHECK(played.end_of("b4") == ticks(6));
}

TEST_CASE("BMLT: a character blinks and breathes from the start of its emitter to the end of it",
          "[blocks]") {
  const std::string bmlt = "id='b1' xmlns:bmlt='http://hmi.ewi.utwente.nl/bmlt'";
  const auto closed = [](const Played& played, double from, double to) {
    std::uint64_t count = 0;
    for (std::uint64_t tick = ticks(from); tick < ticks(to); ++tick) {
      if (played.channel("eyeBlinkLeft", tick) > 0.5) ++count;
    }
    return count;
  };
  const Played played =
      play({{0, block("<bmlt:blinkemitter id='e' start='1' end='11' avgwaitingtime='1'/>"
                      "<wait id='w' start='0' duration='20'/>",
                      bmlt)}});
  CHECK(played.warned().empty());
  CHECK(played.at("e:start") == ticks(1));
  CHECK(played.at("e:end") == ticks(11));
  CHECK(closed(played, 0, 1) == 0);
  CHECK(closed(played, 1, 11) > 20);
  CHECK(closed(played, 12, 20) == 0);  // who was baked still is still again

  const Played on = play({{0, block("<bmlt:blinkemitter id='e' start='0' avgwaitingtime='1'/>"
                                    "<bmlt:breathingemitter id='b' avgwaitingtime='4'/>",
                                    bmlt)},
                          {ticks(1), block("<wait id='w' duration='10'/>", "id='b2'")}});
  CHECK(on.end_of("b1") == 0);
  CHECK(closed(on, 1, 11) > 20);

  const Played fast = play_block("<bmlt:blinkemitter id='e' avgwaitingtime='0.2'/>", bmlt);
  CHECK(fast.warned() == "b1:e");
}

TEST_CASE("BMLT: a sound that nobody has recorded takes no time, with one warning", "[blocks]") {
  const Played played = play_block(
      "<bmlt:audiofile id='a' start='1' fileName='audio/laugh.wav'/>"
      "<head id='h' lexeme='NOD' start='a:end'/>",
      "id='b1' xmlns:bmlt='http://hmi.ewi.utwente.nl/bmlt'");
  CHECK(played.at("a:end") == ticks(1));
  CHECK(played.at("h:start") == ticks(1));
  CHECK(played.warned() == "b1:a");
}

TEST_CASE("lexemes of public scripts and of drafts before 1.0 are played", "[blocks]") {
  const Played played = play_block(
      "<head id='h' action='ROTATION' rotation='NOD' start='0'/>"
      "<gesture id='b' type='BEAT' stroke='1'/>"
      "<gesture id='g' lexeme='greta_deictic_self' start='b:end'/>"
      "<gesture id='c' lexeme='CONDUIT' start='g:end'/>"
      "<head id='a' lexeme='Down_Aside_Right' start='c:start'/>"
      "<faceLexeme id='f' lexeme='wink' start='0' attackPeak='1'/>");
  CHECK(played.warned().empty());
  CHECK(played.at("b:stroke") == ticks(1));
  CHECK(played.channel("eyeBlinkRight", ticks(1)) > 0.3);
  CHECK(played.channel("eyeBlinkLeft", ticks(1)) < 0.1);
}

TEST_CASE("BMLA: a wait is past its relax at its end, and a chunk comes after it", "[blocks]") {
  covers({"bml of BMLA@chunkAfter"});
  const Played played = play(
      {{0, block("<wait id='w' duration='2'/><head id='h' lexeme='NOD' start='0'/>", "id='b1'")},
       {ticks(0.5), waits("id='b2' bmla:chunkAfter='b1'", "1")}});
  CHECK(played.at("b1:w:end") == ticks(2));
  CHECK(played.start_of("b2") == ticks(2));
}

TEST_CASE("BMLA: a block waits for those that it names", "[blocks]") {
  covers({"bml of BMLA", "bml of BMLA@appendAfter"});
  const auto attribute = GENERATE(values<std::string>(
      {"bmla:appendAfter='b2'", "bmla:appendAfter='b2,b3'", "composition='APPEND-AFTER(b2)'"}));
  CAPTURE(attribute);
  const Played played = play({{0, waits("id='b1'", "6")},
                              {0, waits("id='b2'", "2")},
                              {0, waits("id='b3'", "1")},
                              {ticks(1), waits("id='b4' " + attribute, "1")}});
  CHECK(played.start_of("b4") == ticks(2));
}

TEST_CASE("BMLA: a block is put before one that waits", "[blocks]") {
  covers({"bml of BMLA@prependBefore"});
  const Played played =
      play({{0, waits("id='b1'", "2")},
            {ticks(1), waits("id='b2' composition='APPEND'", "1")},
            {ticks(1.5), waits("id='b3' bmla:appendAfter='b1' bmla:prependBefore='b2'", "1")}});
  CHECK(played.start_of("b3") == ticks(2));
  CHECK(played.start_of("b2") == ticks(3));
}

TEST_CASE("BMLA: a block cannot be put before one that has started", "[blocks]") {
  const std::string how = GENERATE("prependBefore", "chunkBefore");
  CAPTURE(how);
  const Played played =
      play({{0, waits("id='b1'", "2")}, {ticks(1), waits("id='b2' bmla:" + how + "='b1'", "1")}});
  CHECK(played.end_of("b1") == ticks(2));
  CHECK_FALSE(played.has("b2:w:start"));
}

TEST_CASE("BMLA: a chunk starts when all of the block before it is past its relax", "[blocks]") {
  covers({"bml of BMLA@chunkAfter"});
  const Played played =
      play({{0, block("<gaze id='g' target='camera' start='0' ready='1' relax='2' end='4'/>"
                      "<gesture id='x' lexeme='BEAT' start='0' relax='2.5' end='3'/>")},
            {ticks(1), waits("id='b2' bmla:chunkAfter='b1'", "1")}});
  CHECK(played.start_of("b2") == ticks(2.5));
  CHECK(played.end_of("b1") == ticks(4));
}

TEST_CASE("BMLA: a chunk is put before one that waits", "[blocks]") {
  covers({"bml of BMLA@chunkBefore"});
  const Played played = play(
      {{0, waits("id='b1'", "2")},
       {ticks(1), waits("id='b2' composition='APPEND'", "1")},
       {ticks(1.5), block("<gaze id='g' target='camera' start='0' ready='1' relax='3' end='4'/>",
                          "id='b3' bmla:chunkBefore='b2'")}});
  CHECK(played.start_of("b3") == ticks(1.5));
  CHECK(played.start_of("b2") == ticks(4.5));  // its gaze is past its relax
  CHECK(played.end_of("b3") == ticks(5.5));
}

TEST_CASE("BMLA: a block ends others when it starts", "[blocks]") {
  covers({"bml of BMLA@interrupt"});
  const Played played = play({{0, waits("id='b1'", "9")},
                              {0, waits("id='b2'", "3")},
                              {ticks(2), waits("id='b3' bmla:interrupt='b1'", "1")}});
  CHECK(played.end_of("b1") == ticks(2));
  CHECK(played.end_of("b2") == ticks(3));
}

TEST_CASE("BMLA: what is prepared starts when it is activated, by a block or a behaviour",
          "[blocks]") {
  covers({"bml of BMLA@preplan", "bml of BMLA@onStart", "activate", "activate@target"});
  const bool by_behaviour = GENERATE(false, true);
  const std::string waking =
      by_behaviour ? block("<bmla:activate id='a' start='0.75' target='b1'/>", "id='b2'")
                   : block("", "id='b2' bmla:onStart='b1'");
  const double expected = by_behaviour ? 2.75 : 2;
  const Played played = play({{0, waits("id='b1' bmla:preplan='true'", "1")},
                              {0, waits("id='b9'", "2")},
                              {ticks(2), waking}});
  CHECK(played.start_of("b1") == ticks(expected));
  CHECK(played.end_of("b1") == ticks(expected + 1));
}

TEST_CASE("an appended block does not wait for what nobody has activated", "[blocks]") {
  const Played played = play({{0, waits("id='b1' bmla:preplan='true'", "1")},
                              {0, waits("id='b2' bmla:appendAfter='b1'", "1")},
                              {0, waits("id='b3'", "2")},
                              {ticks(1), waits("id='b4' composition='APPEND'", "1")}});
  CHECK(played.start_of("b4") == ticks(2));
  CHECK_FALSE(played.has("b1:w:start"));
  CHECK_FALSE(played.has("b2:w:start"));

  // Once it was activated it is a block like others, and a block that names it waits for it.
  const Played woken = play({{0, waits("id='b1' bmla:preplan='true'", "4")},
                             {0, waits("id='b2' bmla:appendAfter='b1'", "1")},
                             {ticks(1), block("", "id='b3' bmla:onStart='b1'")},
                             {ticks(2), waits("id='b4' composition='APPEND'", "1")}});
  CHECK(woken.start_of("b1") == ticks(1));
  CHECK(woken.start_of("b2") == ticks(5));
  CHECK(woken.start_of("b4") == ticks(6));
}

TEST_CASE("BMLA: a behaviour ends a block", "[blocks]") {
  covers({"interrupt", "interrupt@target"});
  const Played played =
      play({{0, waits("id='b1'", "9")},
            {ticks(1), block("<bmla:interrupt id='i' start='0.5' target='b1'/>", "id='b2'")}});
  CHECK(played.end_of("b1") == ticks(1.5));
}

TEST_CASE("a reference is a time, a point of one's own, of others, or of the block",
          "[references]") {
  covers({"seconds", "bml:start", "own behaviour:point", "behaviour:point",
          "behaviour:point+offset", "behaviour:point-offset"});
  const Played played = play_block(
      "<head id='shake1' lexeme='SHAKE' start='2' end='shake1:start+1'/>"
      "<wait id='w1' start='bml:start+4' duration='1'/>"
      "<wait id='w2' start=' shake1 : end + 0.5 ' duration='1'/>"
      "<wait id='w3' end='shake1:start - 0.5' duration='1'/>"
      "<wait id='w4' start='b1:w1:end' duration='1'/>");
  CHECK(played.at("shake1:start") == ticks(2));
  CHECK(played.at("shake1:end") == ticks(3));
  CHECK(played.at("w1:start") == ticks(4));
  CHECK(played.at("w2:start") == ticks(3.5));
  CHECK(played.at("w3:end") == ticks(1.5));
  CHECK(played.at("w4:start") == ticks(5));
  CHECK(played.warned().empty());
}

}  // namespace
}  // namespace kine::conformance::blocks_test
