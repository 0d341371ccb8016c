// Tests for realizer/script/bml/bml_face.h.
#include "realizer/script/bml/bml_face.h"

#include <string>
#include <variant>

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_face_test {
namespace {

using test::read_block;

Face only(const std::string& element) {
  CAPTURE(element);
  const auto read = read_block(element);
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  return std::get<Face>(read.block().behaviours.at(0).kind);
}

TEST_CASE("a lexeme of a face is one part with its own amount", "[bml_face]") {
  const Face bare = only("<faceLexeme id='f' lexeme='RAISE_BROWS'/>");
  REQUIRE(bare.parts.size() == 1);
  CHECK(bare.parts[0].lexeme.text == "RAISE_BROWS");
  CHECK(bare.parts[0].amount == 0.5);
  CHECK(bare.amount == 1);
  CHECK_FALSE(bare.shift);
  CHECK(only("<faceLexeme id='f' lexeme='OPEN_MOUTH' amount='1'/>").parts[0].amount == 1);
}

TEST_CASE("an action unit has a number and a side, in the core or its extension", "[bml_face]") {
  const std::string element = GENERATE(values<std::string>({"faceFacs", "ext:faceFacs"}));
  const Face bare = only("<" + element + " id='f' au='12'/>");
  CHECK(bare.parts.at(0).action_unit == 12);
  CHECK(bare.parts[0].side == FacePart::Side::Both);
  CHECK(bare.parts[0].amount == 0.5);
  const Face left = only("<" + element + " id='f' au='2' side='LEFT' amount='0.25'/>");
  CHECK(left.parts[0].side == FacePart::Side::Left);
  CHECK(left.parts[0].amount == 0.25);
}

TEST_CASE("a face plays lexemes and action units as one unit", "[bml_face]") {
  const Face face = only(
      "<face id='f' amount='0.8' overshoot='0.2'><lexeme lexeme='RAISE_BROWS'/>"
      "<faceLexeme lexeme='OPEN_LIPS' amount='0.5'/><facs au='6' side='RIGHT'/>"
      "<ext:faceFacs au='12'/></face>");
  CHECK(face.amount == 0.8);
  CHECK(face.overshoot == 0.2);
  REQUIRE(face.parts.size() == 4);
  CHECK(face.parts[0].amount == 1);
  CHECK(face.parts[1].amount == 0.5);
  CHECK(face.parts[2].side == FacePart::Side::Right);
  CHECK(face.parts[3].action_unit == 12);
  const Face shift = only("<faceShift id='f' lexeme='SMILE'/>");
  CHECK(shift.shift);
  CHECK(shift.amount == 0.5);
  CHECK(shift.parts.at(0).lexeme.text == "SMILE");
}

TEST_CASE("a face that is nothing or too much is left out", "[bml_face]") {
  const auto bad = GENERATE(values<std::string>({
      "<face id='x'/>",
      "<faceShift id='x'><lexeme/></faceShift>",
      "<face id='x'><lexeme lexeme='A' amount='2'/></face>",
      "<face id='x' overshoot='-1' lexeme='A'/>",
      "<faceLexeme id='x'/>",
      "<faceFacs id='x'/>",
      "<faceFacs id='x' au='0'/>",
      "<faceFacs id='x' au='100'/>",
      "<faceFacs id='x' au='1' side='TOP'/>",
  }));
  CAPTURE(bad);
  const auto read = read_block(bad);
  CHECK(read.block().behaviours.empty());
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].about == "x");
}

}  // namespace
}  // namespace kine::script::bml_face_test
