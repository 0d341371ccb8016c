// Tests for realizer/plan/make/muscle_explanation.h.
#include "realizer/plan/make/muscle_explanation.h"

#include <string>

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::muscle_explanation_test {
namespace {

std::string explained(const std::string& elements) {
  Diagnostics diagnostics;
  const auto plan =
      make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>" + elements +
                             "</script>"),
           "ada", test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  return explain_muscles(*plan, test::example_body());
}

const std::string kLift =
    "<pose time='1' hold='1'><position joint='leftHand' target='.2 1.3 .3'/></pose></sequence>";

}  // namespace

TEST_CASE("nothing is said of the muscles of whom only a plan moves", "[muscle_explanation]") {
  CHECK(explained("<sequence tension='loose'>" + kLift).empty());
}

TEST_CASE("an explanation says when muscles move a character, and by what",
          "[muscle_explanation]") {
  const std::string text = explained(
      "<character dynamics='torso'/><sequence id='s' start='2' dynamics='body' "
      "fade-out='0.5'>" +
      kLift);
  CHECK(text.starts_with("  dynamics torso, body from 2s to 4.5s by s\n"));
}

TEST_CASE("an explanation says which tension counts at which joints, from when to when",
          "[muscle_explanation]") {
  const std::string text = explained(
      "<character dynamics='torso'/>"
      "<tension id='hanging' over='200ms'><for group='spine' stiffness='20' compensate='no' "
      "gains='predicted'/>"
      "</tension><tension id='mine'><for arm='left' rest-error='2cm' zeta='0.6'/></tension>"
      "<sequence start='1' fade-out='1' tension='hanging'>" +
      kLift + "<sequence start='5' fade-out='1' tension='mine'>" + kLift);
  // The damping is the one that lets nothing swing, so nobody has written it.
  CHECK(text.find(
            "  muscles of spine, chest, upperChest\n"
            "    0s to 1s: as usual\n"
            "    1s to 4s: hanging, 20Nm/rad, without compensation, gains predicted, over 0.2s\n"
            "    4s on: as usual\n") != std::string::npos);
  CHECK(text.find("  muscles of leftUpperArm, leftLowerArm, leftHand\n"
                  "    0s to 5s: as usual\n"
                  "    5s on: as the arm, mine, rest error 0.02m, zeta 0.6\n") !=
        std::string::npos);
}

TEST_CASE("an explanation says from which tension a movement comes", "[muscle_explanation]") {
  const std::string text = explained(
      "<character dynamics='torso'/><tension id='a'><for joints='head' stiffness='9'/></tension>"
      "<tension id='b'><for joints='head' stiffness='90' damping='0.5'/></tension><sequence>"
      "<pose time='2' tension='b' tension-from='a'>"
      "<position joint='leftHand' target='.2 1.3 .3'/></pose></sequence>");
  CHECK(text.find("  muscles of head\n    0s to 2s: a, 9Nm/rad, eased over 2s to b, 90Nm/rad, "
                  "damping 0.5Nms/rad\n") != std::string::npos);
}

TEST_CASE("an explanation says what counts at the legs of a body that stands by its muscles",
          "[muscle_explanation]") {
  const std::string firm =
      "<tension id='firm' manner='loose'><for group='rightLeg' stiffness='3000'/></tension>";
  const std::string text =
      explained("<character dynamics='body' tension='firm'/>" + firm + "<sequence>" + kLift);
  CHECK(text.find("  muscles of rightUpperLeg, rightLowerLeg, rightFoot\n"
                  "    0s on: firm, 3000Nm/rad\n") != std::string::npos);
  CHECK(text.find("leftUpperLeg, leftLowerLeg, leftFoot\n    0s on: as usual\n") !=
        std::string::npos);
  // A torso has no muscles there.
  CHECK(explained("<character dynamics='torso' tension='firm'/>" + firm + "<sequence>" + kLift)
            .find("Leg") == std::string::npos);
}

}  // namespace kine::plan::muscle_explanation_test
