// What blocks say of each other: references to their points, and what BMLA does to the behaviours
// of another block.
#include "realizer/body/skeleton.h"
#include "realizer/math/quat.h"
#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"

namespace kine::conformance::others_test {
namespace {

/// A nod from 0 to 2 s, with another block a second later.
Played after_a_nod(const std::string& elements) {
  return play({{0, block("<head id='h' lexeme='NOD' start='0' end='2'/>"
                         "<wait id='w' start='0' end='4'/>")},
               {ticks(1), block(elements, "id='b2'")}});
}

TEST_CASE("a reference to a point of another block is to its time", "[references]") {
  covers({"block:behaviour:point"});
  const Played played = after_a_nod(
      "<wait id='x' start='b1:h:end' duration='0.5'/>"
      "<wait id='y' start=' b1 : h : end + 0.75 ' duration='0.5'/>"
      "<wait id='z' end='b1:w:end - 0.5' duration='0.5'/>");
  CHECK(played.start_of("b2") == ticks(1));
  CHECK(played.at("b2:x:start") == ticks(2));
  CHECK(played.at("b2:y:start") == ticks(2.75));
  CHECK(played.at("b2:z:end") == ticks(3.5));
  CHECK(played.warned().empty());
}

TEST_CASE("a constraint ties a point to one of another block", "[references]") {
  const Played played = after_a_nod(
      "<wait id='x' duration='1'/>"
      "<constraint><after ref='b1:h:end'><sync ref='x:start'/></after></constraint>");
  CHECK(played.at("b2:x:start") == ticks(2));
  CHECK(played.warned().empty());
}

TEST_CASE("a reference is a point of another block", "[references]") {
  covers({"block:behaviour:point"});
  const Played played =
      play({{0, block("<wait id='w' start='1' duration='2'/>")},
            {ticks(0.5), block("<wait id='w' start='b1:w:end+1' duration='1'/>", "id='b2'")},
            {ticks(1.5), block("<wait id='w' start='b1:bml:start' duration='1'/>"
                               "<wait id='x' end='b2:w:start' duration='1'/>",
                               "id='b3'")},
            {ticks(2), block("<wait id='w' start='b9:w:end' duration='1'/>", "id='b4'")}});
  CHECK(played.at("b2:w:start") == ticks(4));
  CHECK(played.at("b3:w:start") == ticks(1.5));  // what was is at once
  CHECK(played.at("b3:x:end") == ticks(4));
  CHECK(played.warned() == "b4:w");
}

TEST_CASE("what moves in a block moves what another has tied to it", "[references]") {
  const Played played =
      play({{0, block("<wait id='w' duration='6'/>", "id='b0'")},
            {0, block("<wait id='w' start='1' duration='1'/>", "id='b1' composition='APPEND'")},
            {0, block("<wait id='w' start='b1:w:start' duration='1'/>", "id='b2'")},
            {ticks(2), block("<bmla:interrupt id='i' target='b0'/>", "id='b3'")}});
  CHECK(played.at("b1:w:start") == ticks(3));
  CHECK(played.at("b2:w:start") == ticks(3));
  CHECK(played.warned().empty());
}

TEST_CASE("BMLA: behaviours of a block end, and the others go on", "[blocks]") {
  covers({"interrupt@include", "interrupt@exclude"});
  const std::string meant = GENERATE("include='w1,w3'", "exclude='w2'");
  const Played played =
      play({{0, block("<wait id='w1' duration='4'/><wait id='w2' duration='3'/>"
                      "<wait id='w3' start='2' duration='5'/>")},
            {ticks(1), block("<bmla:interrupt id='i' target='b1' " + meant + "/>", "id='b2'")}});
  CHECK(played.at("w1:end") == ticks(1));
  CHECK(played.at("w2:end") == ticks(3));
  CHECK_FALSE(played.has("w3:start"));
  CHECK(played.end_of("b1") == ticks(3));
}

TEST_CASE("BMLA: the amount of what plays is changed", "[blocks]") {
  covers({"parametervaluechange@target", "parametervaluechange/trajectory@targetValue"});
  const Played played =
      play({{0, block("<faceLexeme id='f' lexeme='OPEN_MOUTH' amount='0.2' attackPeak='1' "
                      "relax='4' end='5'/>")},
            {ticks(2), block("<bmla:parametervaluechange id='c' target='b1:f' paramId='amount'>"
                             "<bmla:trajectory type='linear' targetValue='0.6'/>"
                             "</bmla:parametervaluechange>",
                             "id='b2'")}});
  const float before = played.channel("jawOpen", ticks(1.9));
  CHECK(before > 0.05F);
  CHECK(played.channel("jawOpen", ticks(3)) == Approx(3 * before));
  CHECK(played.at("f:relax") == ticks(4));
  CHECK(played.warned().empty());
}

/// A parametervaluechange `c` in a block b2.
std::string change(const std::string& target, const std::string& attributes,
                   const std::string& trajectory) {
  return block("<bmla:parametervaluechange id='c' target='" + target + "' " + attributes +
                   "><bmla:trajectory " + trajectory + "/></bmla:parametervaluechange>",
               "id='b2'");
}

/// Open by a tenth from the first second on, with a change from the second to the fourth.
Played opening(const std::string& trajectory, double end = 4) {
  return play(
      {{0, block("<faceLexeme id='f' lexeme='OPEN_MOUTH' amount='0.2' attackPeak='1' "
                 "relax='6' end='7'/>")},
       {ticks(2), change("b1:f", "paramId='amount' start='0' end='" + std::to_string(end - 2) + "'",
                         trajectory)}});
}

TEST_CASE("BMLA: a parameter glides from one value to another while its behaviour lasts",
          "[blocks]") {
  covers({"parametervaluechange/trajectory@type", "parametervaluechange/trajectory@initialValue"});
  const auto jaw = [](const Played& played, double time) {
    return played.channel("jawOpen", ticks(time));
  };
  const Played linear = opening(GENERATE("type='linear' targetValue='0.8'", "targetValue='0.8'"));
  const float tenth = jaw(linear, 1.9) / 2;
  REQUIRE(tenth > 0.02F);
  for (const double time : {2.25, 2.5, 3.0, 3.5, 4.0, 5.5}) {
    CAPTURE(time);
    const double amount = 0.2 + 0.3 * std::min(time - 2, 2.0);
    CHECK(jaw(linear, time) == Approx(10 * tenth * amount).epsilon(0.02));
  }
  CHECK(linear.at("b2:c:start") == ticks(2));
  CHECK(linear.at("b2:c:end") == ticks(4));
  CHECK(linear.warned().empty());

  const Played from = opening("type='linear' initialValue='0.6' targetValue='0'");
  CHECK(jaw(from, 2) == Approx(2 * tenth).epsilon(0.02));
  for (const double time : {2.4, 3.0, 3.5}) {
    CAPTURE(time);
    CHECK(jaw(from, time) == Approx(10 * tenth * (0.6 - 0.3 * (time - 2))).epsilon(0.02));
  }
  CHECK(jaw(from, 4) == Approx(0).margin(1e-4));

  const Played instant = opening("type='instant' targetValue='0.8'");
  CHECK(jaw(instant, 2.4) == Approx(8 * tenth).epsilon(0.02));
  CHECK(jaw(instant, 3.9) == Approx(8 * tenth).epsilon(0.02));
  CHECK(instant.at("b2:c:end") == ticks(4));

  const Played short_one = opening("type='linear' targetValue='0.8'", 2);
  CHECK(jaw(short_one, 2.4) == Approx(8 * tenth).epsilon(0.02));
  CHECK(short_one.warned().empty());

  const Played unknown = opening("type='wavy' targetValue='0.8'");
  CHECK(unknown.warned() == "b2:c");
  CHECK(jaw(unknown, 3) == Approx(jaw(linear, 3)));
}

/// How far ada's head is turned there from where it is at the other moment.
double head_turn(const Played& played, double time, double from) {
  const auto at = [&](double each) {
    const auto& q = played.frame(ticks(each)).parent_from_joint[body::index_of(body::Joint::Head)];
    return Quat{q[0], q[1], q[2], q[3]};
  };
  return angle_between(at(from), at(time));
}

TEST_CASE("BMLA: a parameter of each kind that has one is changed, of others it is one warning",
          "[blocks]") {
  covers({"parametervaluechange", "parametervaluechange@paramId"});
  const auto changed = [](const std::string& behaviour, const std::string& parameter,
                          const std::string& value) {
    return play({{0, block(behaviour)},
                 {ticks(1), change("b1:x", "paramId='" + parameter + "' start='0' end='0.5'",
                                   "type='linear' targetValue='" + value + "'")}});
  };
  const std::string face = GENERATE("<faceLexeme id='x' lexeme='OPEN_MOUTH'",
                                    "<ext:faceFacs id='x' au='26' side='BOTH'");
  const Played shows = changed(face + " amount='0.2' start='0' relax='4'/>", "amount", "0.6");
  CHECK(shows.channel("jawOpen", ticks(3)) ==
        Approx(3 * shows.channel("jawOpen", ticks(0.9))).epsilon(0.02));
  const Played unit = changed(
      "<face id='x' amount='0.2' start='0' relax='4'>"
      "<lexeme lexeme='OPEN_MOUTH' amount='1'/></face>",
      "amount", "0.6");
  CHECK(unit.channel("jawOpen", ticks(3)) ==
        Approx(3 * unit.channel("jawOpen", ticks(0.9))).epsilon(0.02));
  const Played stays = changed(
      "<faceShift id='x' amount='0.2' start='0' end='2'>"
      "<lexeme lexeme='OPEN_MOUTH' amount='1'/></faceShift>"
      "<wait id='w' duration='4'/>",
      "amount", "0.6");
  const Played little = play_block(
      "<faceShift id='x' amount='0.2' start='0' end='2'>"
      "<lexeme lexeme='OPEN_MOUTH' amount='1'/></faceShift>"
      "<wait id='w' duration='4'/>");
  CHECK(stays.channel("jawOpen", ticks(3)) ==
        Approx(3 * little.channel("jawOpen", ticks(3))).epsilon(0.02));

  const std::string shake = "<head id='x' lexeme='SHAKE' repetition='6' start='0' end='6' amount='";
  const Played shaken = changed(shake + "0'/>", "amount", "1");
  const Played plain = play_block(shake + "1'/>");
  CHECK(head_turn(shaken, 3.3, 3) == Approx(head_turn(plain, 3.3, 3)).margin(0.01));
  CHECK(head_turn(shaken, 4.1, 3.6) == Approx(head_turn(plain, 4.1, 3.6)).margin(0.01));

  const std::string gaze =
      "<gaze id='x' target='camera' influence='HEAD' start='0' ready='0.5' "
      "relax='4' offsetDirection='LEFT' offsetAngle='";
  const Played beside = changed(gaze + "0'/>", "offsetAngle", "25");
  CHECK(head_turn(beside, 3, 0.9) > 0.15);
  CHECK(head_turn(beside, 3, 2) < 0.02);

  const Played nothing = changed("<wait id='x' duration='3'/>", "amount", "1");
  CHECK(nothing.warned() == "b2:c");
  for (const Played* each : {&shows, &unit, &stays, &shaken, &beside}) {
    CHECK(each->warned().empty());
  }
}

TEST_CASE("BMLA: the rate at which one speaks is changed", "[blocks]") {
  const Played played =
      play({{0, block("<speech id='s'><text>one two <sync id='m'/>three four</text></speech>")},
            {6, block("<bmla:parametervaluechange id='c' target='b1:s' paramId='rate'>"
                      "<bmla:trajectory type='linear' targetValue='0.5'/>"
                      "</bmla:parametervaluechange>",
                      "id='b2'")}});
  // A word takes 0.2 s, and from the second on, which begins then, twice as long.
  CHECK(played.at("s:m") == ticks(0.6));
  CHECK(played.at("s:end") == ticks(1.4));
  CHECK(played.warned().empty());
}

}  // namespace
}  // namespace kine::conformance::others_test
