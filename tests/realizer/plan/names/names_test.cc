// Tests for realizer/plan/names/names.h.
#include "realizer/plan/names/names.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::names_test {
namespace {

using enum body::Joint;

const Names& names() {
  static const Names names(test::example_body(), test::example_vocabulary());
  return names;
}

std::string group_name(std::optional<std::size_t> group) {
  return group ? test::example_body().groups[*group].name : "none";
}

}  // namespace

TEST_CASE("a joint has our name or one of the vocabulary", "[names]") {
  CHECK(names().find_joint("leftHand") == LeftHand);
  CHECK(names().find_joint("spine4") == UpperChest);
  CHECK_FALSE(names().find_joint("tail"));
}

TEST_CASE("a group has our name, also with dashes, or one of the vocabulary", "[names]") {
  CHECK(group_name(names().find_group("rightArm")) == "rightArm");
  CHECK(group_name(names().find_group("head-abdomen")) == "headAbdomen");
  CHECK(group_name(names().find_group("rhand")) == "rightFingers");
  CHECK_FALSE(names().find_group("tail"));
}

TEST_CASE("a joint that stands alone is moved by the group that sense demands", "[names]") {
  CHECK(group_name(names().find_group_of(LeftHand)) == "leftArm");
  CHECK(group_name(names().find_group_of(RightUpperArm)) == "rightArm");
  CHECK(group_name(names().find_group_of(Head)) == "headNeck");
  CHECK(group_name(names().find_group_of(UpperChest)) == "spine");
  CHECK(group_name(names().find_group_of(LeftIndexDistal)) == "leftFingers");
  CHECK(group_name(names().find_group_of(RightFoot)) == "rightLeg");
  CHECK(group_name(names().find_group_of(LeftEye)) == "leftEye");
}

TEST_CASE("no group is the whole body's, so that one joint never freezes all others", "[names]") {
  CHECK_FALSE(names().find_group_of(Hips));
  CHECK_FALSE(names().find_group_of(Jaw));
}

TEST_CASE("a side is named by itself, an arm, a hand or its fingers", "[names]") {
  for (const char* name : {"left", "leftArm", "leftFingers", "leftHand", "larm", "lhand"}) {
    CAPTURE(name);
    CHECK(names().find_side(name) == body::Side::Left);
  }
  CHECK(names().find_side("rarm") == body::Side::Right);
  CHECK_FALSE(names().find_side("head"));
  CHECK_FALSE(names().find_side("leftFoot"));
}

TEST_CASE("a shape is one of its group", "[names]") {
  const auto fingers = names().find_fingers(body::Side::Right);
  REQUIRE(fingers);
  const auto fists = names().find_shapes(fingers, "hands_fist");
  REQUIRE(fists.size() == 1);
  CHECK(fists[0].group == *fingers);
  CHECK(test::example_body().shapes[fists[0].shape].name == "fist");
  CHECK(test::example_body().shapes[fists[0].shape].group == "rightFingers");
  CHECK(names().find_shapes(fingers, "fin").empty());
  CHECK_FALSE(names().is_empty_shape("hands_fist"));
  CHECK(names().is_empty_shape("default"));
  CHECK(names().find_shapes(test::group_index(test::example_body(), "spine"), "fist").empty());
}

TEST_CASE("a group takes all stored poses of a name that pose any of its joints", "[names]") {
  const std::size_t all = test::group_index(test::example_body(), "all");

  const auto fists = names().find_shapes(all, "fist");

  REQUIRE(fists.size() == 2);
  CHECK(fists[0].group == all);
  CHECK(fists[1].group == all);
  CHECK_FALSE(names().pose_joints_alike(fists[0].shape, fists[1].shape));
  CHECK(names().pose_joints_alike(fists[0].shape, fists[0].shape));
}

TEST_CASE("without a group each stored pose of a name goes to its own", "[names]") {
  const auto fists = names().find_shapes({}, "fist");

  REQUIRE(fists.size() == 2);
  CHECK(fists[0].group == names().find_fingers(body::Side::Left));
  CHECK(fists[1].group == names().find_fingers(body::Side::Right));
}

TEST_CASE("a morph is a channel or a sum of channels, a shader one of its channels", "[names]") {
  const auto jaw = names().find_morph("jawOpen");
  REQUIRE(jaw);
  REQUIRE(jaw->size() == 1);
  CHECK((*jaw)[0].channel == *body::find_channel("jawOpen"));
  CHECK(names().find_morph("Grin")->size() == 2);
  CHECK(names().find_morph("Basis")->empty());
  CHECK_FALSE(names().find_morph("Smirk"));

  CHECK(names().find_shader("blushing") == body::find_channel("shader_blushing"));
  CHECK(names().find_shader("shader_pallor") == body::find_channel("shader_pallor"));
  CHECK(names().find_shader("pale") == body::find_channel("shader_pallor"));
  CHECK_FALSE(names().find_shader("jawOpen"));
}

TEST_CASE("a joint belongs to the side of its arm", "[names]") {
  CHECK(side_of(LeftLittleDistal) == body::Side::Left);
  CHECK(side_of(RightShoulder) == body::Side::Right);
  CHECK_FALSE(side_of(LeftEye));
  CHECK_FALSE(side_of(LeftUpperLeg));
  CHECK(is_hand(RightHand));
  CHECK_FALSE(is_hand(RightLowerArm));
}

TEST_CASE("a point of the surface is where it is at rest", "[names]") {
  const Names of_ada(test::ada(), test::example_vocabulary());
  const auto nose = of_ada.find_surface_point("nose", body::Side::Left);
  REQUIRE(nose);
  CHECK(of_ada.at_rest_m(*nose).x == Approx(0).margin(1e-9));
  CHECK(of_ada.at_rest_m(*nose).y == Approx(1.518).margin(0.005));
  CHECK(of_ada.find_surface_point("palm", body::Side::Left) ==
        of_ada.find_surface_point("leftPalm", body::Side::Right));
  CHECK_FALSE(names().find_surface_point("nose", body::Side::Left));
}

}  // namespace kine::plan::names_test
