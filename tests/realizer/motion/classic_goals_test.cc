// What each form of a classic constraint comes to: scripts played, and the figure measured.
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "realizer/plan/names/vocabulary.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "schemas/embedded.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::classic_goals_test {
namespace {

using enum body::Joint;

struct Played {
  std::array<Quat, body::kJointCount> rotations;
  body::Body::Model model;
  std::vector<Warning> warnings;

  Vec3 position(body::Joint joint) const { return model.positions_m[index_of(joint)]; }
  Vec3 direction(body::Joint joint, const Vec3& axis) const {
    return model.character_from_joint[index_of(joint)] * axis;
  }
};

/// Ada in the middle of a pose that holds these constraints.
Played played(const std::string& constraints) {
  auto cast = std::make_shared<Cast>(*test::cast_named("ada", test::ada()));
  const auto embr = plan::read_vocabulary(*schemas::find_embedded("vocabulary/embr.xml"));
  REQUIRE(embr);
  cast->vocabulary = std::make_shared<const plan::Vocabulary>(*embr);
  const std::shared_ptr<const Cast> casts[] = {cast};
  Diagnostics diagnostics;
  const auto prepared = prepare(
      "TIME_RESET\nBEGIN K_POSE_SEQUENCE\nCHARACTER:Amber\nSTART:0\nBEGIN K_POSE\nTIME_POINT:500\n"
      "HOLD:1000\n" +
          constraints + "END\nEND\n",
      {.casts = casts, .script_id = "s"}, diagnostics);
  REQUIRE(prepared);

  Shard shard{TickRate(50)};
  shard.add_character(CharacterId{1}, cast);
  const Input play[] = {PlayBlock{
      .character = CharacterId{1}, .id = BlockId{1}, .client = {}, .block = prepared->blocks[0]}};
  for (std::uint64_t tick = 0; tick <= 50; ++tick) {
    shard.advance_to(Tick{tick},
                     tick == 0 ? std::span<const Input>(play) : std::span<const Input>());
  }
  Played result;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    result.rotations[i] = test::rotation_in(shard, 0, body::joint_at(i));
  }
  result.model = test::ada().compute_model(result.rotations);
  result.warnings.assign(diagnostics.warnings().begin(), diagnostics.warnings().end());
  return result;
}

std::string position(const std::string& group, const std::string& joint,
                     const std::string& settings) {
  return "BEGIN POSITION_CONSTRAINT\nBODY_GROUP:" + group + "\nJOINT:" + joint + "\n" + settings +
         "END\n";
}

std::string orientation(const std::string& group, const std::string& joint,
                        const std::string& settings) {
  return "BEGIN ORIENTATION_CONSTRAINT\nBODY_GROUP:" + group + "\nJOINT:" + joint + "\n" +
         settings + "END\n";
}

const std::string kHandInFront = position("rarm", "rhand", "TARGET:-0.2;-0.3;0.3\n");

/// The same in our axes: hips at rest, +Y up, facing +Z.
Vec3 hand_in_front() { return test::ada().offsets_m[0] + Vec3{-0.2, 0.3, 0.3}; }

}  // namespace

TEST_CASE("a classic hand has a place and any of its axes a direction", "[classic_goals]") {
  struct Form {
    std::string settings;
    Vec3 axis;  // of the right hand: fingers along -X, back +Y, thumb +Z
    Vec3 direction;
  };
  const Form form =
      GENERATE(Form{"DIRECTION:0;-1;0\n", {0, -1, 0}, {0, 0, 1}},
               Form{"DIRECTION:0;0;-1\nNORMAL:Xaxis\n", {0, 0, -1}, {0, -1, 0}},
               Form{"DIRECTION:0.2;-1;0.4\nNORMAL:Yaxis\n", {-1, 0, 0}, unit({0.2, 0.4, 1})},
               Form{"DIRECTION:0;0;1\nNORMAL:Zaxis\n", {0, 1, 0}, {0, 1, 0}},
               Form{"DIRECTION:0;-1;0\nNORMAL:0;0;-2\n", {0, -1, 0}, {0, 0, 1}},
               Form{"DIRECTION:0;-1;0.2\nNORMAL:0;1;0\n", {-1, 0, 0}, unit({0, 0.2, 1})});
  CAPTURE(form.settings);

  const Played result = played(kHandInFront + orientation("rarm", "rhand", form.settings));

  CHECK(length(result.position(RightHand) - hand_in_front()) < 2e-3);
  CHECK(length(result.direction(RightHand, form.axis) - form.direction) < 5e-3);
}

TEST_CASE("a classic offset is a point of the hand, in its bone's axes", "[classic_goals]") {
  // 9 cm along the fingers, 2 cm out of the back of the hand.
  const Played result =
      played(position("rarm", "rhand", "TARGET:-0.2;-0.35;0.3\nOFFSET:0;0.09;0.02\n"));

  const Vec3 point = result.position(RightHand) + result.direction(RightHand, {-0.09, 0.02, 0});
  CHECK(length(point - (test::ada().offsets_m[0] + Vec3{-0.2, 0.3, 0.35})) < 3e-3);
}

TEST_CASE("a classic swivel turns the elbow out from under the arm", "[classic_goals]") {
  const double degrees = GENERATE(10.0, 40.0, 70.0);
  const Played result =
      played(kHandInFront + "BEGIN SWIVEL_CONSTRAINT\nBODY_GROUP:rarm\nJOINT:rhand\nSWIVEL_ANGLE:" +
             std::to_string(degrees) + "\nEND\n");

  const Vec3 shoulder = result.position(RightUpperArm);
  const Vec3 line = unit(result.position(RightHand) - shoulder);
  const Vec3 spine = unit(result.position(UpperChest) - result.position(Spine));
  const Vec3 zero = unit(rejected(-spine, line));
  const Vec3 elbow = rejected(result.position(RightLowerArm) - shoulder, line);
  // Out is to the right, -X, for an arm in front.
  const Vec3 out = unit(cross(zero, line));
  CHECK(out.x < 0);
  CHECK(std::atan2(dot(elbow, out), dot(elbow, zero)) * 180 / std::numbers::pi ==
        Approx(degrees).margin(1));
}

TEST_CASE("classic trunks and heads turn an axis to a direction", "[classic_goals]") {
  const Played head = played(orientation("headNeck", "head", "DIRECTION:0.3;-1;0\nNORMAL:Zaxis\n"));
  CHECK(length(head.direction(Head, {0, 0, 1}) - unit({0.3, 0, 1})) < 5e-3);

  const Played chest = played(orientation("spine", "spine4", "DIRECTION:0;-0.3;1\nNORMAL:Yaxis\n"));
  CHECK(length(chest.direction(UpperChest, {0, 1, 0}) - unit({0, 1, 0.3})) < 5e-3);
}

TEST_CASE("a classic head meets its Z direction, and its Y one in the plane across that",
          "[classic_goals]") {
  // In the form, and in the order, in which public scripts of sign language have them.
  const bool z_first = GENERATE(true, false);
  const std::string z = orientation("headNeck", "head", "DIRECTION:0.3;-1;-0.1\nNORMAL:Zaxis\n");
  const std::string y = orientation("headNeck", "head", "DIRECTION:0.2;-0.1;1\nNORMAL:Yaxis\n");
  const Vec3 front = unit({0.3, -0.1, 1});
  const Vec3 crown = unit({0.2, 1, 0.1});

  const Played head = played(z_first ? z + y : y + z);

  CHECK(length(head.direction(Head, {0, 0, 1}) - front) < 1e-3);
  CHECK(length(head.direction(Head, {0, 1, 0}) - unit(rejected(crown, front))) < 2e-3);
  CHECK(head.warnings.empty());
}

TEST_CASE("a classic chest meets two directions", "[classic_goals]") {
  const Played chest =
      played(orientation("spine", "spine4", "DIRECTION:0.2;-1;0\nNORMAL:Zaxis\n") +
             orientation("spine", "spine4", "DIRECTION:-0.15;0;1\nNORMAL:Yaxis\n"));
  const Vec3 front = unit({0.2, 0, 1});
  CHECK(length(chest.direction(UpperChest, {0, 0, 1}) - front) < 1e-3);
  CHECK(length(chest.direction(UpperChest, {0, 1, 0}) - unit(rejected({-0.15, 1, 0}, front))) <
        2e-3);
  CHECK(chest.warnings.empty());
}

TEST_CASE("a warning says by how much a head misses its second direction", "[classic_goals]") {
  const auto with_crown = [](const std::string& direction) {
    return played(orientation("headNeck", "head", "DIRECTION:0;-1;0\nNORMAL:Zaxis\n") +
                  orientation("headNeck", "head", "DIRECTION:" + direction + "\nNORMAL:Yaxis\n"));
  };
  CHECK(with_crown("0;-0.25;1").warnings.empty());  // 14 degrees out of the plane

  // tan(20 degrees) out of the plane across the front: nothing of it can be met.
  const Played head = with_crown("0;-0.36397;1");
  REQUIRE(head.warnings.size() == 1);
  CHECK(head.warnings[0].message.starts_with(
      "head stays 20 degrees away from its second direction '0 0.93969"));
}

TEST_CASE("a classic direction of length 0 is left out beside one that counts", "[classic_goals]") {
  const Played head = played(orientation("headNeck", "head", "DIRECTION:0.3;-1;0\nNORMAL:Zaxis\n") +
                             orientation("headNeck", "head", "DIRECTION:0;0;0\nNORMAL:Yaxis\n"));
  CHECK(length(head.direction(Head, {0, 0, 1}) - unit({0.3, 0, 1})) < 1e-3);
  REQUIRE(head.warnings.size() == 1);
  CHECK(head.warnings[0].message.starts_with("a DIRECTION without length"));
}

TEST_CASE("a classic upper arm points along a direction by its bone", "[classic_goals]") {
  const Played arm =
      played(orientation("rarm", "rhumerus", "DIRECTION:-0.5;-0.4;-1\nNORMAL:Yaxis\n"));
  CHECK(length(arm.direction(RightUpperArm, {-1, 0, 0}) - unit({-0.5, -1, 0.4})) < 5e-3);
}

TEST_CASE("the whole body leans where a classic hand is too far for its arm", "[classic_goals]") {
  const std::string target = "TARGET:-0.05;-0.68;0.05\n";
  const Vec3 place = test::ada().offsets_m[0] + Vec3{-0.05, 0.05, 0.68};

  CHECK(length(played(position("all", "rhand", target)).position(RightHand) - place) < 0.01);
  CHECK(length(played(position("rarm", "rhand", target)).position(RightHand) - place) > 0.1);
}

TEST_CASE("classic heads lean by the joints of their group", "[classic_goals]") {
  const std::string target = "TARGET:0;-0.1;0.56\n";
  const auto way = [&](const std::string& group) {
    const Vec3 rest = test::ada().compute_model(test::ada().base_pose).positions_m[index_of(Head)];
    return played(position(group, "head", target)).position(Head).z - rest.z;
  };

  CHECK(way("headAbdomen") > 0.08);
  CHECK(way("headThorax") < way("headAbdomen"));
  CHECK(way("headNeck") < way("headThorax"));
  CHECK(way("headNeck") > 0.005);
}

TEST_CASE("classic stored poses of the body are taken", "[classic_goals]") {
  const auto pose = [](const std::string& group, const std::string& key) {
    return "BEGIN POSE_TARGET\nBODY_GROUP:" + group + "\nPOSE_KEY:" + key + "\nEND\n";
  };
  const Played shy = played(pose("all", "shy"));
  CHECK(shy.direction(Head, {0, 0, 1}).y < -0.4);
  CHECK(shy.warnings.empty());

  const Played neutral = played(kHandInFront + pose("larm", "default"));
  CHECK(angle_between(neutral.rotations[index_of(LeftUpperArm)],
                      test::ada().base_pose[index_of(LeftUpperArm)]) < 1e-3);
}

}  // namespace kine::classic_goals_test
