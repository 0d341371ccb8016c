// Tests for realizer/script/classic/classic_constraints.h.
#include "realizer/script/classic/classic_constraints.h"

#include <initializer_list>
#include <string_view>
#include <utility>

#include "tests/support/catch.h"

namespace kine::script::classic::classic_constraints_test {
namespace {

using Settings = std::initializer_list<std::pair<const char*, const char*>>;

Element element(Kind kind, Settings settings) {
  Element element;
  element.kind = kind;
  element.where = {2, 3};
  std::uint32_t line = 3;
  for (const auto& [key, value] : settings) element.settings.push_back({key, value, {line++, 5}});
  return element;
}

/// The constraint, which must be one of type T, made with so many warnings.
template <class T>
T made(Kind kind, Settings settings, std::size_t warnings = 0) {
  Diagnostics diagnostics;
  const auto constraint = build_constraint(element(kind, settings), diagnostics);
  CHECK(diagnostics.warnings().size() == warnings);
  REQUIRE(constraint);
  const T* found = std::get_if<T>(&*constraint);
  REQUIRE(found != nullptr);
  return *found;
}

void check_left_out(Kind kind, Settings settings) {
  Diagnostics diagnostics;
  CHECK_FALSE(build_constraint(element(kind, settings), diagnostics));
  CHECK_FALSE(diagnostics.warnings().empty());
}

TEST_CASE("a position is converted, its offset by the joint's axes", "[classic_constraints]") {
  const auto position = made<Position>(Kind::Position, {{"BODY_GROUP", "rarm"},
                                                        {"JOINT", "rhand"},
                                                        {"TARGET", "-0.2;-0.4;0.25"},
                                                        {"OFFSET", "0;0.1;0"}});
  CHECK(position.group == Name{"rarm", {3, 5}});
  CHECK(position.joint == Name{"rhand", {4, 5}});
  CHECK(position.target_m == Vec3{-0.2, 0.25, 0.4});
  CHECK(position.offset_m == Vec3{-0.1, 0, 0});  // towards the fingers of the right hand
  CHECK_FALSE(position.swivel_rad);
  CHECK(position.where == Where{2, 3});
}

TEST_CASE("a position without a joint is one of the arm's hand", "[classic_constraints]") {
  const auto position =
      made<Position>(Kind::Position, {{"BODY_GROUP", "larm"}, {"TARGET", "0;0;0"}}, 1);
  CHECK(position.joint.text == "lhand");
}

TEST_CASE("a position that says too little is left out", "[classic_constraints]") {
  check_left_out(Kind::Position, {{"BODY_GROUP", "spine"}, {"TARGET", "0;0;0"}});
  check_left_out(Kind::Position, {{"JOINT", "rhand"}});
  check_left_out(Kind::Position, {{"JOINT", "rhand"}, {"TARGET", "0;0;101"}});
  check_left_out(Kind::Position, {{"JOINT", "rhand"}, {"TARGET", "0;nan;0"}});
  check_left_out(Kind::Position, {{"JOINT", "rhand"}, {"TARGET", "0;0;0"}, {"OFFSET", "inf;0;0"}});
}

TEST_CASE("an orientation turns the axis that NORMAL names", "[classic_constraints]") {
  const auto fingers = made<Orientation>(
      Kind::Orientation, {{"JOINT", "rhand"}, {"DIRECTION", "0;-2;0"}, {"NORMAL", "Yaxis"}});
  CHECK(fingers.axis == Vec3{-1, 0, 0});
  CHECK(fingers.direction == Vec3{0, 0, 1});

  const auto face = made<Orientation>(
      Kind::Orientation, {{"JOINT", "head"}, {"DIRECTION", "0;0;5"}, {"NORMAL", "Zaxis"}});
  CHECK(face.axis == Vec3{0, 0, 1});
  CHECK(face.direction == Vec3{0, 1, 0});
}

TEST_CASE("an orientation without NORMAL turns the palm", "[classic_constraints]") {
  const auto right =
      made<Orientation>(Kind::Orientation, {{"JOINT", "rhand"}, {"DIRECTION", "1;0;0"}});
  CHECK(right.axis == Vec3{0, -1, 0});  // palms face the ground in T-pose
  const auto left =
      made<Orientation>(Kind::Orientation, {{"JOINT", "lhand"}, {"DIRECTION", "1;0;0"}});
  CHECK(left.axis == Vec3{0, -1, 0});
}

TEST_CASE("a NORMAL given as a vector is a local axis, with a warning", "[classic_constraints]") {
  const auto thumb = made<Orientation>(
      Kind::Orientation, {{"JOINT", "lhand"}, {"DIRECTION", "0;0;1"}, {"NORMAL", "3;0;0"}}, 1);
  CHECK(thumb.axis == Vec3{0, 0, 1});
}

TEST_CASE("a NORMAL that is no axis is taken for -Z, with a warning", "[classic_constraints]") {
  const auto head = made<Orientation>(
      Kind::Orientation, {{"JOINT", "head"}, {"DIRECTION", "0;0;1"}, {"NORMAL", "Waxis"}}, 1);
  CHECK(head.axis == Vec3{0, 0, -1});
}

TEST_CASE("an orientation without a direction is left out", "[classic_constraints]") {
  check_left_out(Kind::Orientation, {{"JOINT", "rhand"}});
  check_left_out(Kind::Orientation, {{"JOINT", "rhand"}, {"DIRECTION", "0;0;0"}});
  check_left_out(Kind::Orientation, {{"DIRECTION", "0;0;1"}});
}

TEST_CASE("a swivel counts from the spine, outwards on both arms", "[classic_constraints]") {
  const char* arm = GENERATE("larm", "rarm");
  const auto swivel = made<Swivel>(Kind::Swivel, {{"BODY_GROUP", arm}, {"SWIVEL_ANGLE", "90"}});
  CHECK(swivel.group.text == arm);
  CHECK(swivel.angle_rad == Approx(1.5707963267948966));
  CHECK(swivel.reference == SwivelReference::Spine);
}

TEST_CASE("a swivel angle given as TARGET is taken with a warning", "[classic_constraints]") {
  const auto swivel = made<Swivel>(Kind::Swivel, {{"BODY_GROUP", "rarm"}, {"TARGET", "30"}}, 1);
  CHECK(swivel.angle_rad == Approx(0.5235987755982988));
}

TEST_CASE("a swivel knows its arm from the hand", "[classic_constraints]") {
  CHECK(made<Swivel>(Kind::Swivel, {{"JOINT", "lhand"}, {"SWIVEL_ANGLE", "0"}}, 1).group.text ==
        "larm");
  check_left_out(Kind::Swivel, {{"SWIVEL_ANGLE", "0"}});
  check_left_out(Kind::Swivel, {{"BODY_GROUP", "rarm"}});
  check_left_out(Kind::Swivel, {{"BODY_GROUP", "rarm"}, {"SWIVEL_ANGLE", "nan"}});
}

TEST_CASE("a gaze has a point and what looks there", "[classic_constraints]") {
  const auto gaze =
      made<LookAt>(Kind::LookAt, {{"BODY_GROUP", "headThorax"}, {"TARGET", "1;-4;0.5"}});
  CHECK(gaze.with.text == "headThorax");
  CHECK(std::get<Vec3>(gaze.target) == Vec3{1, 0.5, 4});
  CHECK(made<LookAt>(Kind::LookAt, {{"TARGET", "1;-4;0.5"}}, 1).with.text == "eyes");
  check_left_out(Kind::LookAt, {{"BODY_GROUP", "eyes"}});
}

TEST_CASE("a pose target is a shape of a group", "[classic_constraints]") {
  const auto shape = made<Shape>(
      Kind::Shape, {{"BODY_GROUP", "rhand"}, {"POSE_KEY", "hands_fist"}, {"INFLUENCE", "0.5"}});
  CHECK(shape.group.text == "rhand");
  CHECK(shape.shape.text == "hands_fist");
  CHECK(shape.influence == 0.5);
  CHECK(made<Shape>(Kind::Shape, {{"BODY_GROUP", "all"}, {"POSE_KEY", "joy"}}).influence == 1);
  check_left_out(Kind::Shape, {{"BODY_GROUP", "rhand"}});
  check_left_out(Kind::Shape, {{"POSE_KEY", "hands_fist"}});
}

TEST_CASE("a morph keeps the commas of its name", "[classic_constraints]") {
  const auto morph = made<Morph>(Kind::Morph, {{"MORPH_KEY", "PhonB,M,P"}, {"MORPH_VALUE", "1.2"}});
  CHECK(morph.name.text == "PhonB,M,P");
  CHECK(morph.weight == 1.2);
  check_left_out(Kind::Morph, {{"MORPH_KEY", "Phonoh"}});
  check_left_out(Kind::Morph, {{"MORPH_VALUE", "1"}});
  check_left_out(Kind::Morph, {{"MORPH_KEY", "Phonoh"}, {"MORPH_VALUE", "inf"}});
}

TEST_CASE("shaders and background behaviours are named values", "[classic_constraints]") {
  const auto shader =
      made<Shader>(Kind::Shader, {{"SHADER_KEY", "blushing"}, {"SHADER_VALUE", "0.3"}});
  CHECK(shader.name.text == "blushing");
  CHECK(shader.value == 0.3);
  const auto blink = made<Autonomous>(
      Kind::Autonomous, {{"BEHAVIOR_KEY", "blinkProbability"}, {"BEHAVIOR_VALUE", "4000"}});
  CHECK(blink.behaviour.text == "blinkProbability");
  CHECK(blink.value == 4000);
  check_left_out(Kind::Shader, {{"SHADER_KEY", "blushing"}});
  check_left_out(Kind::Autonomous, {{"BEHAVIOR_VALUE", "1"}});
}

}  // namespace
}  // namespace kine::script::classic::classic_constraints_test
