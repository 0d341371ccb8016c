// Tests for realizer/script/kinesphere/kinesphere_tension.h.
#include "realizer/script/kinesphere/kinesphere_tension.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::script::kinesphere_tension_test {
namespace {

std::string in_script(const std::string& elements) {
  return "<script xmlns='urn:kinesphere:script:1'>\n" + elements + "</script>";
}

Tension tension_of(const std::string& element) {
  return test::document_of(in_script(element)).tensions.at(0);
}

Error error_of(const std::string& element) { return test::refusal_of(in_script(element)); }

TEST_CASE("a tension by value has its two numbers, in metres and bare", "[kinesphere_tension]") {
  const Tension tension = tension_of("<tension id='a' rest-error='5mm' zeta='0.3'/>");
  CHECK(tension.id.text == "a");
  CHECK(tension.where == Where{2, 1});
  REQUIRE(tension.parts.size() == 1);
  REQUIRE(tension.parts[0].value);
  CHECK(tension.parts[0].value->rest_error_m == 0.005);
  CHECK(tension.parts[0].value->zeta == 0.3);
  CHECK(tension.parts[0].manner.empty());
  CHECK_FALSE(tension.parts[0].phase);
  CHECK(tension.parts[0].arms == ArmSet::Both);
  CHECK_FALSE(tension.over);
  CHECK(tension.lag == Lag::MakeUp);
  CHECK(tension.frame == TensionFrame::Chest);
}

TEST_CASE("a tension takes its manner, and how it comes about", "[kinesphere_tension]") {
  const Tension tension = tension_of(
      "<tension id='a' manner='loose' over='300ms' lag='keep' frame='world' phase='stroke' "
      "arm='left'/>");
  CHECK(tension.parts.at(0).manner.text == "loose");
  CHECK_FALSE(tension.parts[0].value);
  CHECK(tension.parts[0].phase == Phase::Stroke);
  CHECK(tension.parts[0].arms == ArmSet::Left);
  CHECK(tension.over == Seconds(0.3));
  CHECK(tension.lag == Lag::Keep);
  CHECK(tension.frame == TensionFrame::World);
}

TEST_CASE("what is for a phase or an arm comes after a tension's own part",
          "[kinesphere_tension]") {
  const Tension tension = tension_of(
      "<tension id='a' manner='tense'><for phase='retraction' manner='limp'/>"
      "<for arm='right' rest-error='1cm' zeta='0.4'/></tension>");
  REQUIRE(tension.parts.size() == 3);
  CHECK(tension.parts[0].manner.text == "tense");
  CHECK(tension.parts[1].phase == Phase::Retraction);
  CHECK(tension.parts[1].manner.text == "limp");
  CHECK(tension.parts[2].arms == ArmSet::Right);
  CHECK(tension.parts[2].value == kine::Tension{0.01, 0.4});
}

TEST_CASE("a tension may leave everything to its phases and arms", "[kinesphere_tension]") {
  const Tension tension =
      tension_of("<tension id='a' over='1s'><for arm='left' manner='loose'/></tension>");
  REQUIRE(tension.parts.size() == 1);
  CHECK(tension.parts[0].arms == ArmSet::Left);
  CHECK(tension.over == Seconds(1));
}

TEST_CASE("bad values are refused where they stand", "[kinesphere_tension]") {
  struct Case {
    std::string attributes;
    ErrorCode code;
    std::string value;
  };
  const Case cases[] = {
      {"rest-error='0' zeta='1'", ErrorCode::OutOfRange, "'0'"},
      {"rest-error='-1cm' zeta='1'", ErrorCode::OutOfRange, "'-1cm'"},
      {"rest-error='1km' zeta='1'", ErrorCode::Syntax, "'1km'"},
      {"rest-error='1000m' zeta='1'", ErrorCode::OutOfRange, "'1000m'"},
      {"rest-error='NaN' zeta='1'", ErrorCode::Syntax, "'NaN'"},
      {"rest-error='inf' zeta='1'", ErrorCode::Syntax, "'inf'"},
      {"rest-error='0.4mm' zeta='1'", ErrorCode::OutOfRange, "'0.4mm'"},
      {"rest-error='1cm' zeta='0'", ErrorCode::OutOfRange, "'0'"},
      {"rest-error='1cm' zeta='-1'", ErrorCode::OutOfRange, "'-1'"},
      {"rest-error='1cm' zeta='2.1'", ErrorCode::OutOfRange, "'2.1'"},
      {"rest-error='1cm' zeta='nan'", ErrorCode::Syntax, "'nan'"},
      {"manner='loose' zeta='1'", ErrorCode::Syntax, "'1'"},
      {"manner='loose' arm='third'", ErrorCode::UnknownName, "'third'"},
      {"manner='loose' phase='stroek'", ErrorCode::UnknownName, "'stroek'"},
      {"manner='loose' lag='none'", ErrorCode::UnknownName, "'none'"},
      {"manner='loose' frame='camera'", ErrorCode::UnknownName, "'camera'"},
      {"manner='loose' over='-1'", ErrorCode::OutOfRange, "'-1'"},
      {"manner='off' over='0'", ErrorCode::OutOfRange, "'0'"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.attributes);
    const std::string element = "<tension id='a' " + each.attributes + "/>";
    const Error error = error_of(element);
    CHECK(error.code == each.code);
    CHECK(error.message.ends_with(each.value));
    CHECK(error.where.line == 2);
    CHECK(error.where.column == element.find(each.value) + 2);  // within the quotes, from 1
  }
}

TEST_CASE("what is missing, or stands where it may not, is refused", "[kinesphere_tension]") {
  struct Case {
    std::string rest;
    ErrorCode code;
    std::string value;
  };
  const Case cases[] = {
      {"rest-error='1cm'/>", ErrorCode::Syntax, "'zeta'"},
      {"zeta='1'/>", ErrorCode::Syntax, "'rest-error'"},
      {"/>", ErrorCode::Syntax, "needs rest-error and zeta, a manner or a <for>"},
      {"over='-1s'/>", ErrorCode::Syntax, "needs rest-error and zeta, a manner or a <for>"},
      {"gains='current'/>", ErrorCode::Syntax, "needs joints, or a group"},
      {"arm='left'><for manner='loose'/></tension>", ErrorCode::Syntax, "'rest-error'"},
      {"manner='loose'><for phase='stroke' manner='limp' over='1'/></tension>",
       ErrorCode::UnknownName, "'over'"},
      {"manner='loose'><pose time='1'/></tension>", ErrorCode::UnknownName, "'pose'"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.rest);
    const Error error = error_of("<tension id='a' " + each.rest);
    CHECK(error.code == each.code);
    CHECK(error.where.line == 2);
    CHECK(error.message.find(each.value) != std::string::npos);
  }
}

TEST_CASE("the bounds of a rest error are told in lengths that one can imagine",
          "[kinesphere_tension]") {
  CHECK(error_of("<tension id='a' rest-error='2m' zeta='1'/>").message ==
        "rest-error of <tension> must be from 0.5mm to 1m, not '2m'");
}

TEST_CASE("two parts for one phase and arm are refused", "[kinesphere_tension]") {
  CHECK(
      error_of("<tension id='a' manner='tense'><for arm='both' manner='loose'/></tension>").code ==
      ErrorCode::Syntax);
  CHECK(error_of("<tension id='a'><for phase='stroke' manner='loose'/>"
                 "<for phase='stroke' manner='limp'/></tension>")
            .where == Where{2, 53});
  CHECK(tension_of("<tension id='a'><for phase='stroke' manner='loose'/>"
                   "<for phase='stroke' arm='left' manner='limp'/></tension>")
            .parts.size() == 2);
}

TEST_CASE("a tension of which another namespace has the children needs a value",
          "[kinesphere_tension]") {
  CHECK(error_of("<tension id='a'><n:b xmlns:n='urn:n'/></tension>").message ==
        "a <tension> needs rest-error and zeta, a manner or a <for>");
}

TEST_CASE("a part for muscles names joints or a group, and may give a stiffness",
          "[kinesphere_tension]") {
  const Tension tension = tension_of(
      "<tension id='a' manner='tense'><for joints=' leftHand  rightHand ' stiffness='8' "
      "damping='0.6' compensate='no' gains='predicted'/><for group='spine' phase='retraction' "
      "manner='limp'/>"
      "</tension>");
  REQUIRE(tension.parts.size() == 3);
  CHECK_FALSE(tension.parts[0].muscles);
  const TensionPart& hands = tension.parts[1];
  CHECK(hands.arms == ArmSet::None);
  REQUIRE(hands.muscles);
  REQUIRE(hands.muscles->joints.size() == 2);
  CHECK(hands.muscles->joints[1].text == "rightHand");
  CHECK(hands.muscles->stiffness_Nm_rad == 8);
  CHECK(hands.muscles->damping_Nms_rad == 0.6);
  CHECK_FALSE(hands.muscles->compensates);
  CHECK(hands.muscles->gains == GainUpdate::Predicted);
  const TensionPart& spine = tension.parts[2];
  REQUIRE(spine.muscles);
  CHECK(spine.muscles->group.text == "spine");
  CHECK(spine.muscles->compensates);
  CHECK(spine.muscles->gains == GainUpdate::Sampled);
  CHECK(spine.phase == Phase::Retraction);
  CHECK(spine.manner.text == "limp");
}

TEST_CASE("what is said of muscles in a wrong way is refused", "[kinesphere_tension]") {
  const auto message = [](const std::string& part) {
    return error_of("<tension id='a'><for " + part + "/></tension>").message;
  };
  CHECK(message("stiffness='8'") == "what is said of muscles needs joints, or a group");
  CHECK(message("joints='head' group='spine' manner='limp'") ==
        "what is said of muscles needs joints, or a group");
  CHECK(message("joints='head' arm='left' manner='limp'") ==
        "arm of <for> must be left out beside joints or a group, not 'left'");
  CHECK(message("joints='head' stiffness='-1'") ==
        "stiffness of <for> must be from 0.1 to 10000, not '-1'");
  CHECK(message("joints='head' stiffness='8' damping='-1'") ==
        "damping of <for> must be from 0 to 10000, not '-1'");
  CHECK(message("joints='head' manner='limp' damping='1'") ==
        "damping of <for> must be left to a stiffness: others have a zeta, not '1'");
  CHECK(message("joints='head' damping='1'") ==
        "damping of <for> must be left to a stiffness: others have a zeta, not '1'");
  CHECK(message("joints='head' stiffness='8' manner='limp'") ==
        "manner of <for> must be left out beside a stiffness, not 'limp'");
  CHECK(message("gains='predicted'") == "what is said of muscles needs joints, or a group");
  CHECK(message("joints='head' manner='limp' gains='guessed'") ==
        "gains of <for> must be sampled or predicted, not 'guessed'");
  CHECK(message("joints='  ' stiffness='8'") ==
        "joints of <for> must be from 1 to 16 joints between blanks, not '  '");
}

}  // namespace
}  // namespace kine::script::kinesphere_tension_test
