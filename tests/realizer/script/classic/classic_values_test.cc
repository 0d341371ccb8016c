// Tests for realizer/script/classic/classic_values.h.
#include "realizer/script/classic/classic_values.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::script::classic::classic_values_test {
namespace {

Setting setting(std::string value) { return {"KEY", std::move(value), {3, 5}}; }

/// What `read` makes of a value, and how often it warned.
template <class Read>
auto heard(Read read, const std::string& value, std::size_t warnings) {
  Diagnostics diagnostics;
  const auto result = read(setting(value), diagnostics);
  CHECK(diagnostics.warnings().size() == warnings);
  return result;
}

TEST_CASE("the agent's left, front and up are the character's", "[classic_values]") {
  CHECK(character_from_agent({1, 0, 0}) == Vec3{1, 0, 0});   // its left
  CHECK(character_from_agent({0, -1, 0}) == Vec3{0, 0, 1});  // it faces -Y
  CHECK(character_from_agent({0, 0, 1}) == Vec3{0, 1, 0});   // up is +Z
  CHECK(character_from_agent({1, 2, 3}) == Vec3{1, 3, -2});
}

// In T-pose the left fingers point to +X and the right ones to -X, palms to the ground, thumbs
// ahead.
TEST_CASE("a hand's axes lie along thumb, fingers and back", "[classic_values]") {
  const Vec3 thumb = {0, 0, 1};
  const Vec3 back = {0, 1, 0};
  CHECK(joint_from_bone("lhand", {1, 0, 0}) == thumb);
  CHECK(joint_from_bone("lhand", {0, 1, 0}) == Vec3{1, 0, 0});
  CHECK(joint_from_bone("lhand", {0, 0, 1}) == back);
  CHECK(joint_from_bone("rhand", {1, 0, 0}) == -thumb);
  CHECK(joint_from_bone("rhand", {0, 1, 0}) == Vec3{-1, 0, 0});
  CHECK(joint_from_bone("rhand", {0, 0, 1}) == back);
}

// A hanging arm's "forward" stays ahead when the arm is lifted to the T-pose, its outer side turns
// up, and "towards the elbow" turns sideways.
TEST_CASE("an arm's axes lie ahead, along the bone and outwards", "[classic_values]") {
  const std::string bone = GENERATE("humerus", "radius", "clavicle");
  CHECK(joint_from_bone("l" + bone, {1, 0, 0}) == Vec3{0, 0, 1});
  CHECK(joint_from_bone("l" + bone, {0, 1, 0}) == Vec3{1, 0, 0});
  CHECK(joint_from_bone("l" + bone, {0, 0, 1}) == Vec3{0, 1, 0});
  CHECK(joint_from_bone("r" + bone, {1, 0, 0}) == Vec3{0, 0, -1});
  CHECK(joint_from_bone("r" + bone, {0, 1, 0}) == Vec3{-1, 0, 0});
  CHECK(joint_from_bone("r" + bone, {0, 0, 1}) == Vec3{0, 1, 0});
}

TEST_CASE("head and spine have the character's axes", "[classic_values]") {
  const std::string joint = GENERATE("head", "neck", "spine1", "spine2", "spine3", "spine4");
  CHECK(joint_from_bone(joint, {1, 2, 3}) == Vec3{1, 2, 3});
  CHECK(has_known_axes(joint));
}

TEST_CASE("every change of axes is a rotation", "[classic_values]") {
  const std::string joint = GENERATE("lhand", "rhand", "lhumerus", "rradius", "2Mcp.Left",
                                     "1Cp.Right", "head", "femur.L");
  const Vec3 x = joint_from_bone(joint, {1, 0, 0});
  const Vec3 y = joint_from_bone(joint, {0, 1, 0});
  CHECK(cross(x, y) == joint_from_bone(joint, {0, 0, 1}));
}

TEST_CASE("only joints of the table have known axes", "[classic_values]") {
  CHECK(has_known_axes("rhumerus"));
  CHECK(has_known_axes("3Prox.Right"));
  CHECK_FALSE(has_known_axes("femur.L"));
  CHECK_FALSE(has_known_axes("xhand"));
  CHECK_FALSE(has_known_axes(""));
}

TEST_CASE("a number is read as far as it goes", "[classic_values]") {
  CHECK(heard(number_of, ".33", 0) == 0.33);
  CHECK(heard(number_of, "+2e1", 0) == 20);
  CHECK(heard(number_of, "-79", 0) == -79);
  CHECK(heard(number_of, "30deg", 1) == 30);
  CHECK_FALSE(heard(number_of, "much", 1));
  CHECK_FALSE(heard(number_of, "nan", 1));
  CHECK_FALSE(heard(number_of, "-inf", 1));
  CHECK_FALSE(heard(number_of, "1e999", 1));
  CHECK_FALSE(heard(number_of, "", 1));
}

TEST_CASE("a number outside its range is brought to the border", "[classic_values]") {
  const auto weight = [](const Setting& from, Diagnostics& diagnostics) {
    return number_within(from, 0, 1.5, diagnostics);
  };
  CHECK(heard(weight, "1.5", 0) == 1.5);
  CHECK(heard(weight, "1.51", 1) == 1.5);
  CHECK(heard(weight, "-0.1", 1) == 0);
  CHECK_FALSE(heard(weight, "full", 1));
}

TEST_CASE("a vector is three numbers, and missing ones are 0", "[classic_values]") {
  CHECK(heard(vector_of, "-0.20;-.40;0.25", 0) == Vec3{-0.2, -0.4, 0.25});
  CHECK(heard(vector_of, "1;2;3;", 0) == Vec3{1, 2, 3});
  CHECK(heard(vector_of, "1;2", 1) == Vec3{1, 2, 0});
  CHECK(heard(vector_of, "1", 1) == Vec3{1, 0, 0});
  CHECK(heard(vector_of, "1;;3", 1) == Vec3{1, 0, 3});
  CHECK(heard(vector_of, "1a;2b;3", 1) == Vec3{1, 2, 3});
  CHECK(heard(vector_of, "1;2;3;4", 1) == Vec3{1, 2, 3});
  CHECK_FALSE(heard(vector_of, "nan;0;0", 1));
  CHECK_FALSE(heard(vector_of, "0;1e308;0", 1));
}

TEST_CASE("a place is within a hundred metres, and a gaze beyond is brought nearer",
          "[classic_values]") {
  CHECK(heard(position_of, "100;0;0", 0) == Vec3{100, 0, 0});
  CHECK_FALSE(heard(position_of, "100.1;0;0", 1));
  CHECK(heard(gaze_target_of, "0;-40;3", 0) == Vec3{0, -40, 3});

  const auto far = heard(gaze_target_of, "0;-300;400", 1);
  REQUIRE(far);
  CHECK(far->x == 0);
  CHECK(far->y == Approx(-60));
  CHECK(far->z == Approx(80));
}

TEST_CASE("times are milliseconds, from the script's start or the sequence's", "[classic_values]") {
  CHECK(heard(start_of, "asap", 0) == Time{Seconds(0), Time::From::Block, {3, 5}});
  CHECK(heard(start_of, "+500", 0) == Time{Seconds(0.5), Time::From::Block, {3, 5}});
  CHECK(heard(start_of, "1250", 0) == Time{Seconds(1.25), Time::From::Block, {3, 5}});
  CHECK(heard(start_of, "-20", 1) == Time{Seconds(0), Time::From::Block, {3, 5}});
  CHECK_FALSE(heard(start_of, "soon", 1));

  CHECK(heard(time_point_of, "+300", 0) == Time{Seconds(0.3), Time::From::Sequence, {3, 5}});
  CHECK(heard(time_point_of, "300", 0) == Time{Seconds(0.3), Time::From::Block, {3, 5}});
  CHECK(heard(time_point_of, "+-40", 1) == Time{Seconds(0), Time::From::Sequence, {3, 5}});
  CHECK_FALSE(heard(time_point_of, "+", 1));
}

TEST_CASE("a hold is not negative", "[classic_values]") {
  CHECK(heard(duration_of, "200", 0) == Seconds(0.2));
  CHECK(heard(duration_of, "-1", 1) == Seconds(0));
}

TEST_CASE("a time warp has a kind and a symmetry above 0", "[classic_values]") {
  CHECK(heard(time_warp_of, "EXP;.33", 0) == TimeWarp{TimeWarp::Kind::Exp, 0.33, false, {3, 5}});
  CHECK(heard(time_warp_of, "TAN;2", 0) == TimeWarp{TimeWarp::Kind::Tan, 2, false, {3, 5}});
  CHECK(heard(time_warp_of, "TAN", 0) == TimeWarp{TimeWarp::Kind::Tan, 1, false, {3, 5}});
  CHECK_FALSE(heard(time_warp_of, "SIN;2", 1));
  CHECK_FALSE(heard(time_warp_of, "EXP;0", 1));
  CHECK_FALSE(heard(time_warp_of, "EXP;-2", 1));
  CHECK_FALSE(heard(time_warp_of, "EXP;x", 1));
}

TEST_CASE("a warning says the place, the key and the value", "[classic_values]") {
  Diagnostics diagnostics;
  CHECK_FALSE(number_of({"MORPH_VALUE", "full", {7, 9}}, diagnostics));
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0] == Warning{"MORPH_VALUE is no number: 'full'", {7, 9}});
}

}  // namespace
}  // namespace kine::script::classic::classic_values_test
