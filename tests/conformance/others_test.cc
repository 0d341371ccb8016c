// What blocks say of each other: references to their points, and what BMLA does to the behaviours
// of another block.
#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"

namespace kine::conformance {
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
  covers_partly("parametervaluechange", "of heads, faces and speeches");
  covers_partly("parametervaluechange@paramId", "amount, volume, rate");
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

TEST_CASE("BMLA: the rate at which one speaks is changed", "[blocks]") {
  covers_partly("parametervaluechange@paramId", "amount, volume, rate");
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
}  // namespace kine::conformance
