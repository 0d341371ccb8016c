// Tests for realizer/plan/make/muscle_changes.h.
#include "realizer/plan/make/muscle_changes.h"

#include <algorithm>
#include <string>

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::muscle_changes_test {
namespace {

using body::Joint;

Plan plan_of(const std::string& character, const std::string& elements) {
  const script::Document document =
      test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'><character " +
                        character + "/>" + elements + "</script>");
  Diagnostics diagnostics;
  const auto plan =
      make(document, "ada", test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  return *plan;
}

std::vector<MuscleChange> changes_of(const std::string& character, const std::string& elements) {
  return muscle_changes(plan_of(character, elements), test::example_body());
}

/// What holds for a joint at a time; nothing: as usual.
std::optional<MuscleTension> at(const std::vector<MuscleChange>& changes, double time_s,
                                Joint joint) {
  std::optional<MuscleTension> said;
  for (const MuscleChange& change : changes) {
    if (change.at <= Seconds(time_s) && change.joints.contains(joint)) said = change.tension;
  }
  return said;
}

constexpr const char* kSagging =
    "<tension id='sagging' manner='tense' over='200ms'>"
    "<for group='spine' phase='retraction' manner='limp'/>"
    "<for joints='leftHand' stiffness='8' damping='0.6' compensate='no'/></tension>"
    "<sequence start='1' fade-out='1' tension='sagging'>"
    "<pose time='1' phase='preparation'><position joint='leftHand' target='.2 1.3 .3'/></pose>"
    "<pose time='2' hold='1' phase='stroke'><position joint='leftHand' target='.2 1.1 .3'/></pose>"
    "</sequence>";

}  // namespace

TEST_CASE("whom only a plan moves has no muscles to make firm", "[muscle_changes]") {
  CHECK(changes_of("tension='loose'", kSagging).empty());
}

TEST_CASE("a character's tension is that of its trunk, and arms do as mass trackers do",
          "[muscle_changes]") {
  const auto changes = changes_of("dynamics='torso' tension='loose'", "");
  REQUIRE(at(changes, 0, Joint::Spine));
  CHECK(at(changes, 0, Joint::Spine)->tension == of_trunk({0.1, 0.5}));
  CHECK(at(changes, 0, Joint::Head)->tension == of_trunk({0.1, 0.5}));
  CHECK_FALSE(at(changes, 0, Joint::LeftLowerArm));
}

TEST_CASE("of each joint the nearest tension counts that says anything of it", "[muscle_changes]") {
  const auto changes =
      changes_of("dynamics='body' tension='springy'",
                 "<tension id='springy' manner='tense'><for group='lowerBody' stiffness='2500'/>"
                 "<for joints='leftHand' stiffness='8'/></tension>"
                 "<sequence start='1' fade-out='1' tension='loose'><pose time='1' hold='1'>"
                 "<position joint='leftHand' target='.2 1.3 .3'/></pose></sequence>");
  for (const double time_s : {0.5, 1.5, 2.5, 3.5, 4.5}) {
    CAPTURE(time_s);
    REQUIRE(at(changes, time_s, Joint::LeftFoot));
    CHECK(at(changes, time_s, Joint::LeftFoot)->stiffness_Nm_rad == 2500);
  }
  REQUIRE(at(changes, 0.5, Joint::LeftHand));
  CHECK(at(changes, 0.5, Joint::LeftHand)->stiffness_Nm_rad == 8);
  CHECK_FALSE(at(changes, 1.5, Joint::LeftHand));  // as the arm, which is loose
  CHECK(at(changes, 1.5, Joint::Spine)->tension == of_trunk({0.1, 0.5}));
}

TEST_CASE("a sequence that has no pose, as one of clips, says its tension from its start on",
          "[muscle_changes]") {
  Plan plan = plan_of("dynamics='torso'", kSagging);
  plan.sequences.front().poses.clear();
  plan.sequences.front().lasts = Seconds{3};
  const auto changes = muscle_changes(plan, test::example_body());
  CHECK_FALSE(at(changes, 0.9, Joint::Spine));
  REQUIRE(at(changes, 1, Joint::Spine));
  CHECK(at(changes, 1, Joint::Spine)->tension == of_trunk({0.005, 0.3}));
}

TEST_CASE("phases have their own firmness, and after the sequence all is as usual",
          "[muscle_changes]") {
  const auto changes = changes_of("dynamics='torso'", kSagging);
  CHECK_FALSE(at(changes, 0.9, Joint::Spine));
  // The table of manners: tense is 1 cm and 0.4 on its ways, 5 mm and 0.3 in its stroke.
  CHECK(at(changes, 1.5, Joint::Spine)->tension == of_trunk({0.01, 0.4}));
  CHECK(at(changes, 2.5, Joint::Spine)->tension == of_trunk({0.005, 0.3}));
  CHECK(at(changes, 4.5, Joint::Spine)->tension == of_trunk({0.3, 0.4}));
  CHECK(at(changes, 4.5, Joint::Neck)->tension == of_trunk({0.01, 0.4}));
  const auto hand = at(changes, 2.5, Joint::LeftHand);
  REQUIRE(hand);
  CHECK(hand->stiffness_Nm_rad == 8);
  CHECK(hand->damping_Nms_rad == 0.6);
  CHECK_FALSE(hand->compensates);
  CHECK_FALSE(at(changes, 5.1, Joint::Spine));
  CHECK_FALSE(at(changes, 5.1, Joint::LeftHand));
  for (std::size_t i = 1; i < changes.size(); ++i) CHECK(changes[i - 1].at <= changes[i].at);
  CHECK(changes.front().over == Seconds(0.2));
}

TEST_CASE("a pose may say from which tension its movement comes", "[muscle_changes]") {
  const auto changes =
      changes_of("dynamics='torso'",
                 "<tension id='firm'><for group='spine' stiffness='300'/></tension>"
                 "<tension id='soft' over='50ms'><for group='spine' stiffness='20'/></tension>"
                 "<sequence start='1' tension='soft'>"
                 "<pose time='1'><position joint='leftHand' target='.2 1.3 .3'/></pose>"
                 "<pose time='1.8' hold='1' tension-from='firm'>"
                 "<position joint='leftHand' target='.2 1.1 .3'/></pose></sequence>");
  std::vector<MuscleChange> of_spine;
  for (const MuscleChange& each : changes) {
    if (each.joints.contains(Joint::Spine)) of_spine.push_back(each);
  }
  REQUIRE(of_spine.size() >= 3);
  CHECK(of_spine[0].at == Seconds(1));
  CHECK_FALSE(of_spine[0].from);
  CHECK(of_spine[0].over == Seconds(0.05));
  const MuscleChange& movement = of_spine[1];
  CHECK(movement.at == Seconds(2));
  REQUIRE(movement.from);
  CHECK(movement.from->stiffness_Nm_rad == 300);
  CHECK(movement.tension->stiffness_Nm_rad == 20);
  CHECK(movement.over.count() == Approx(0.8));
  CHECK(of_spine[2].at.count() == Approx(2.8));  // its hold
  CHECK_FALSE(of_spine[2].from);
}

TEST_CASE("a tension speaks of legs where a joint or a group of them is named",
          "[muscle_changes]") {
  const auto changes = changes_of(
      "dynamics='body' tension='a'",
      "<tension id='a' manner='loose'><for group='leftLeg' manner='tense'/>"
      "<for joints='rightLowerLeg rightFoot' stiffness='900' damping='40' compensate='no'/>"
      "</tension>");
  // Tense is 5 mm and 0.3 in a stroke; legs are no trunk, so they have it as it is.
  for (const Joint joint : {Joint::LeftUpperLeg, Joint::LeftLowerLeg, Joint::LeftFoot}) {
    REQUIRE(at(changes, 0, joint));
    CHECK(at(changes, 0, joint)->tension == Tension{0.005, 0.3});
  }
  for (const Joint joint : {Joint::RightLowerLeg, Joint::RightFoot}) {
    REQUIRE(at(changes, 0, joint));
    CHECK(*at(changes, 0, joint) ==
          MuscleTension{.stiffness_Nm_rad = 900, .damping_Nms_rad = 40, .compensates = false});
  }
  CHECK_FALSE(at(changes, 0, Joint::RightUpperLeg));
  CHECK_FALSE(at(changes, 0, Joint::Hips));
}

TEST_CASE("a tension that names no leg leaves legs as usual", "[muscle_changes]") {
  const auto changes = changes_of("dynamics='body' tension='limp'", kSagging);
  for (const double time_s : {0.0, 1.5, 2.5, 4.5, 6.0}) {
    CHECK_FALSE(at(changes, time_s, Joint::LeftUpperLeg));
    CHECK_FALSE(at(changes, time_s, Joint::RightFoot));
  }
}

TEST_CASE("legs become firmer from a tension to another, and are as usual afterwards",
          "[muscle_changes]") {
  const auto changes =
      changes_of("dynamics='body'",
                 "<tension id='firm'><for group='lowerBody' stiffness='3000'/></tension>"
                 "<tension id='soft' over='50ms'><for group='lowerBody' stiffness='800'/></tension>"
                 "<sequence start='1' fade-out='1'>"
                 "<pose time='0.8' hold='1' tension='soft' tension-from='firm'>"
                 "<position joint='leftHand' target='.2 1.1 .3'/></pose></sequence>");
  const auto first = std::find_if(changes.begin(), changes.end(), [](const MuscleChange& each) {
    return each.joints.contains(Joint::LeftLowerLeg);
  });
  REQUIRE(first != changes.end());
  CHECK(first->at == Seconds(1));
  REQUIRE(first->from);
  CHECK(first->from->stiffness_Nm_rad == 3000);
  CHECK(first->tension->stiffness_Nm_rad == 800);
  CHECK(first->over.count() == Approx(0.8));
  CHECK_FALSE(at(changes, 5, Joint::LeftLowerLeg));
}

TEST_CASE("a rest error by its number is for a trunk as it is written", "[muscle_changes]") {
  const auto changes =
      changes_of("dynamics='torso' tension='a'",
                 "<tension id='a'><for group='spine' rest-error='2cm' zeta='0.8'/></tension>");
  CHECK(at(changes, 0, Joint::Spine)->tension == Tension{0.02, 0.8});
  CHECK_FALSE(at(changes, 0, Joint::Head));
}

}  // namespace kine::plan::muscle_changes_test
