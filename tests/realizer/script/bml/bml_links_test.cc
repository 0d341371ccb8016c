// Tests for realizer/script/bml/bml_links.h.
#include "realizer/script/bml/bml_links.h"

#include <algorithm>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_links_test {
namespace {

using test::read_block;

std::vector<std::string> abouts(const test::ReadBlock& read) {
  std::vector<std::string> abouts;
  for (const Warning& warning : read.warnings) abouts.push_back(warning.about);
  std::ranges::sort(abouts);
  return abouts;
}

using Abouts = std::vector<std::string>;

TEST_CASE("a reference to a behaviour that is not there refuses the block", "[bml_links]") {
  const std::string inside = GENERATE(values<std::string>(
      {"<head id='n' lexeme='NOD'\n start='g1:end'/>",
       "<speech id='s'><text>a<sync id='m'\n ref='g1:end'/></text></speech>",
       "<head id='n' lexeme='NOD'/><constraint><before\n ref='g1:end'><sync ref='n:end'/></before>"
       "</constraint>",
       "<head id='n' lexeme='NOD'\n start='b:g1:end'/>",
       "<head id='G1' lexeme='NOD'\n start='g1:end'/>"}));
  CAPTURE(inside);
  const auto read = read_block(inside);
  REQUIRE(read.error);
  CHECK(read.error->code == ErrorCode::UnknownName);
  CHECK(read.error->message == "the block has no behaviour 'g1'");
  CHECK(read.error->where.line == 3);
}

TEST_CASE("names of other blocks are not looked up", "[bml_links]") {
  const auto read = read_block("<head id='n' lexeme='NOD' start='other:g1:middle'/>");
  CHECK(read.warnings.empty());
  CHECK(read.behaviour("n").appointments.at(0).when.block.text == "other");
}

TEST_CASE("a reference to a point that is not there costs who refers to it", "[bml_links]") {
  const auto read =
      read_block("<head id='n' lexeme='NOD' start='g:middle'/><gesture id='g' lexeme='BEAT'/>");
  CHECK(abouts(read) == Abouts{"n"});
  CHECK(read.warnings[0].kind == WarningKind::ImpossibleToSchedule);
  CHECK(read.block().behaviours.size() == 1);
  CHECK(read_block("<required><head id='n' lexeme='NOD' start='n:middle'/></required>").error);
}

TEST_CASE("what refers to something that is left out is left out, each with one warning",
          "[bml_links]") {
  const auto read = read_block(
      "<head id='a' lexeme='NOD' start='b1:end'/><head id='b1' lexeme='NOD' start='c:end'/>"
      "<gaze id='c' start='a:start'/><head id='free' lexeme='NOD' start='1'/>"
      "<bmlt:foo id='d'/><head id='e' lexeme='NOD' end='d:sparkle'/>"
      "<constraint id='k'><synchronize><sync ref='free:start'/><sync ref='e:end'/></synchronize>"
      "</constraint>");
  CHECK(abouts(read) == Abouts{"a", "b1", "c", "d", "e", "k"});
  REQUIRE(read.block().behaviours.size() == 1);
  CHECK(read.block().behaviours[0].id.text == "free");
  CHECK(read.block().constraints.empty());
}

TEST_CASE("a ring of behaviours that refer to each other is read", "[bml_links]") {
  const auto read = read_block(
      "<head id='a' lexeme='NOD' start='c:end'/><head id='c' lexeme='NOD' start='a:end'/>");
  CHECK(read.warnings.empty());
  CHECK(read.block().behaviours.size() == 2);
}

TEST_CASE("a repeated head has as many strokes as repetitions", "[bml_links]") {
  const auto warnings = [](const std::string& point) {
    return read_block("<head id='n' lexeme='NOD' repetition='3'/><wait id='w' start='n:" + point +
                      "'/>")
        .warnings.size();
  };
  CHECK(warnings("stroke") == 1);
  CHECK(warnings("stroke:1") == 0);
  CHECK(warnings("stroke:3") == 0);
  CHECK(warnings("stroke:4") == 1);
  CHECK(read_block("<wait id='w' start='g:stroke:1'/><gesture id='g' lexeme='BEAT'/>")
            .warnings.empty());
  CHECK(read_block("<wait id='w' start='g:stroke:2'/><gesture id='g' lexeme='BEAT'/>")
            .warnings.size() == 1);
}

TEST_CASE("the plain stroke of a repeated head is the first, with one warning", "[bml_links]") {
  const auto read =
      read_block("<wait id='w' start='n:stroke+0.5'/><head id='n' lexeme='NOD' repetition='3'/>");
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].about == "w");
  CHECK(read.warnings[0].message ==
        "the head is repeated, so its first stroke is taken; write 'n:stroke:1+0.5' instead of "
        "'n:stroke+0.5'");
  CHECK(read.block().behaviours.at(0).appointments.at(0).when.iteration == 1);
}

TEST_CASE("marks of a speech are sync points, and those of no other", "[bml_links]") {
  const auto warnings = [](const std::string& reference) {
    return read_block(
               "<speech id='s'><text>a <sync id='m'/>b</text></speech>"
               "<speech id='t'><text>c</text></speech><wait id='w' start='" +
               reference + "'/>")
        .warnings.size();
  };
  CHECK(warnings("s:m") == 0);
  CHECK(warnings("s:m+1") == 0);
  CHECK(warnings("s:start") == 0);
  CHECK(warnings("s:M") == 1);
  CHECK(warnings("t:m") == 1);
  CHECK(warnings("s:ready") == 1);
}

TEST_CASE("a reference to a point of the larger set is to that which the kind has", "[bml_links]") {
  const auto read = read_block(
      "<headDirectionShift id='h' target='t'/><wait id='w' start='h:strokeEnd'/>"
      "<constraint><after ref='h:relax'><sync ref='w:end'/></after></constraint>");
  CHECK(read.warnings.empty());
  CHECK(read.behaviour("w").appointments.at(0).when.point == "end");
  CHECK(read.block().constraints.at(0).reference.point == "end");
}

TEST_CASE("the strangers of what is left out do not matter", "[bml_links]") {
  const auto read = read_block("<gaze id='x' start='nobody:end'/>");
  CHECK(read.warnings.size() == 1);
  CHECK(read.block().behaviours.empty());
}

}  // namespace
}  // namespace kine::script::bml_links_test
