// Tests for realizer/script/kinesphere/kinesphere_constraints.h.
#include "realizer/script/kinesphere/kinesphere_constraints.h"

#include <optional>
#include <string>
#include <variant>

#include "tests/support/catch.h"

namespace kine::script::kinesphere_constraints_test {
namespace {

struct Outcome {
  Pose pose;
  std::optional<Error> error;
};

Outcome outcome_of(std::string_view inside) {
  const auto element =
      xml::parse("<pose xmlns='urn:kinesphere:script:1'>\n" + std::string(inside) + "</pose>");
  REQUIRE(element);
  Outcome outcome;
  KinesphereReading reading;
  read_children(*element, kinesphere_constraints(), outcome.pose, reading);
  outcome.error = reading.error.found();
  return outcome;
}

template <class Kind>
Kind only(std::string_view inside) {
  const Outcome outcome = outcome_of(inside);
  REQUIRE_FALSE(outcome.error);
  REQUIRE(outcome.pose.constraints.size() == 1);
  CHECK(std::visit([](const auto& kind) { return kind.where; }, outcome.pose.constraints[0]) ==
        Where{2, 1});
  return std::get<Kind>(outcome.pose.constraints[0]);
}

TEST_CASE("the target of a position may be a point of the body", "[constraints]") {
  const auto touch = only<Position>("<position joint='rightHand' target='chin' by='palm'/>");
  CHECK(touch.touches.text == "chin");
  CHECK(touch.by.text == "palm");
  CHECK(only<Position>("<position joint='rightHand' target='leftEar'/>").by.empty());
  CHECK(only<Position>("<position joint='rightHand' target='0 1 0'/>").touches.empty());
}

TEST_CASE("a position has a joint and a target, and may have more", "[constraints]") {
  const auto bare = only<Position>("<position joint='rightHand' target='-20cm 1.25 400mm'/>");
  CHECK(bare.joint.text == "rightHand");
  CHECK(bare.joint.where == Where{2, 18});
  CHECK(bare.target_m == Vec3{-0.2, 1.25, 0.4});
  CHECK(bare.offset_m == Vec3{});
  CHECK_FALSE(bare.swivel_rad);
  CHECK_FALSE(bare.keep);
  CHECK(bare.group.empty());

  const auto full = only<Position>(
      "<position joint='j' target='0 0 0' offset='0 1cm 0' swivel='90' keep='yes' group='g'/>");
  CHECK(full.offset_m == Vec3{0, 0.01, 0});
  CHECK(*full.swivel_rad == Approx(1.57079632679));
  CHECK(full.keep);
  CHECK(full.group.text == "g");
}

TEST_CASE("an orientation turns an axis to a direction", "[constraints]") {
  const auto orientation =
      only<Orientation>("<orientation joint='j' axis='-y' direction='0 0 5' group='g'/>");
  CHECK(orientation.joint.text == "j");
  CHECK(orientation.axis == Vec3{0, -1, 0});
  CHECK(orientation.direction == Vec3{0, 0, 1});
  CHECK(orientation.group.text == "g");
}

TEST_CASE("a side stands for the group of an arm or of fingers", "[constraints]") {
  CHECK(only<Swivel>("<swivel side='left' angle='-10'/>").group.text == "leftArm");
  CHECK(only<Swivel>("<swivel side='right' angle='180'/>").angle_rad == Approx(3.14159265359));
  const auto from_spine = only<Swivel>("<swivel group='rarm' angle='0' from='spine'/>");
  CHECK(from_spine.group.text == "rarm");
  CHECK(from_spine.reference == SwivelReference::Spine);
  const auto hand = only<Shape>("<hand side='right' shape='fist'/>");
  CHECK(hand.group.text == "rightFingers");
  CHECK(hand.shape.text == "fist");
  CHECK(hand.influence == 1);
  CHECK(only<Shape>("<hand group='rhand' shape='s' influence='.25'/>").influence == 0.25);

  const auto stored = only<Shape>("<stored-pose name='shrug' group='leftArm' influence='.5'/>");
  CHECK(stored.shape.text == "shrug");
  CHECK(stored.group.text == "leftArm");
  CHECK(stored.influence == 0.5);
  CHECK(only<Shape>("<stored-pose name='shrug'/>").group.empty());

  CHECK_FALSE(only<Position>("<position joint='j' target='0 0 0'/>").chain);
  CHECK(only<Position>("<position joint='j' target='0 0 0' chain='arm'/>").chain == Chain::Arm);
  CHECK(only<Position>("<position joint='j' target='0 0 0' chain='arm-spine'/>").chain ==
        Chain::ArmSpine);
}

TEST_CASE("a gaze goes to a point or to something with a name", "[constraints]") {
  CHECK(std::get<Vec3>(only<LookAt>("<look-at target='0 1.6 2'/>").target) == Vec3{0, 1.6, 2});
  const auto at_camera = only<LookAt>("<look-at target='camera' with='head-neck'/>");
  CHECK(std::get<Name>(at_camera.target).text == "camera");
  CHECK(at_camera.with.text == "head-neck");
}

TEST_CASE("morphs, shaders and autonomous behaviours have a name and a number", "[constraints]") {
  CHECK(only<Morph>("<morph name='jawOpen' weight='1.5'/>") ==
        Morph{{"jawOpen", {2, 14}}, 1.5, {2, 1}});
  CHECK(only<Shader>("<shader name='blushing' value='0'/>") ==
        Shader{{"blushing", {2, 15}}, 0, {2, 1}});
  CHECK(only<Autonomous>("<autonomous name='blink' value='-2'/>") ==
        Autonomous{{"blink", {2, 19}}, -2, {2, 1}});
}

TEST_CASE("a target has a name and a place in the world", "[constraints]") {
  CHECK(only<PlaceTarget>("<target name='cup' at='0.5 1 -2'/>") ==
        PlaceTarget{{"cup", {2, 15}}, {0.5, 1, -2}, {2, 1}});
  for (const char* lacking :
       {"<target name='cup'/>", "<target at='0 1 0'/>", "<target name='cup' at='ben'/>",
        "<target name='cup' at='0 1 101'/>", "<target name='cup' at='0 1 0'><target/></target>"}) {
    CAPTURE(lacking);
    CHECK(outcome_of(lacking).error);
  }
}

TEST_CASE("labels of feedback are no constraints", "[constraints]") {
  const Outcome outcome = outcome_of("<feedback id='a'/><feedback id='b'/>");
  CHECK_FALSE(outcome.error);
  CHECK(outcome.pose.constraints.empty());
  REQUIRE(outcome.pose.feedback_ids.size() == 2);
  CHECK(outcome.pose.feedback_ids[1].text == "b");
}

TEST_CASE("what a constraint lacks or has too much of is refused", "[constraints]") {
  const std::string inside = GENERATE(values<std::string>({
      "<position target='0 0 0'/>",
      "<position joint='j'/>",
      "<position joint='j' target='0 0'/>",
      "<position joint='j' target='left-ear'/>",
      "<position joint='j' target='chin' offset='0 1cm 0'/>",
      "<position joint='j' target='0 0 0' by='palm'/>",
      "<position joint='j' target='0 0 nan'/>",
      "<position joint='j' target='0 0 1e308'/>",
      "<position joint='j' target='100 0 0.1'/>",
      "<position joint='j' target='0 0 0' offset='0 0 101'/>",
      "<position joint='j' target='0 0 0' swivel='361'/>",
      "<position joint='j' target='0 0 0' keep='true'/>",
      "<position joint='j' target='0 0 0'><hand/></position>",
      "<position joint='j' target='0 0 0'>text</position>",
      "<orientation joint='j' axis='x'/>",
      "<orientation joint='j' axis='q' direction='0 0 1'/>",
      "<orientation joint='j' axis='x' direction='0 0 0'/>",
      "<swivel angle='1'/>",
      "<swivel side='left' group='g' angle='1'/>",
      "<swivel side='both' angle='1'/>",
      "<swivel side='left'/>",
      "<swivel side='left' angle='1' from='up'/>",
      "<hand side='left'/>",
      "<stored-pose group='leftArm'/>",
      "<position joint='j' target='0 0 0' chain='leg'/>",
      "<hand side='left' shape='s' influence='1.1'/>",
      "<hand side='left' shape='s' influence='-0.1'/>",
      "<look-at/>",
      "<look-at target=''/>",
      "<look-at target='0 0 200'/>",
      "<look-at target='0 1 NaN'/>",
      "<look-at target='0 -1'/>",
      "<look-at target='camera' with='feet'/>",
      "<morph name='m'/>",
      "<morph weight='1'/>",
      "<morph name='m' weight='1.51'/>",
      "<morph name='m' weight='-0.01'/>",
      "<shader name='s' value='2'/>",
      "<autonomous name='b' value='1e7'/>",
      "<autonomous name='b' value='1' extra='1'/>",
      "<feedback/>",
      "<gesture/>",
  }));
  CAPTURE(inside);
  const Outcome outcome = outcome_of(inside);
  REQUIRE(outcome.error);
  CHECK(outcome.error->where.line == 2);
}

}  // namespace
}  // namespace kine::script::kinesphere_constraints_test
