// Tests for realizer/body/postures.h, and of the poses that schemas/poses.xml has.
#include "realizer/body/postures.h"

#include <cmath>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::body::postures_test {
namespace {

using enum Joint;

Result<std::vector<Shape>> read(const std::string& poses) {
  return read_postures("<poses xmlns=\"urn:kinesphere:poses:1\">" + poses + "</poses>",
                       test::ada());
}

std::string refusal(const std::string& poses) {
  const auto shapes = read(poses);
  REQUIRE_FALSE(shapes);
  return shapes.error().message;
}

/// Where a body stands in a stored pose of both arms.
Body::Model in_pose(const Body& body, std::string_view name) {
  auto rotations = body.base_pose;
  for (const std::string_view group : {"leftArm", "rightArm", "headNeck"}) {
    const Shape* shape = body.find_shape(group, name);
    if (shape == nullptr) continue;
    for (const auto& [joint, rotation] : shape->rotations) rotations[index_of(joint)] = rotation;
  }
  return body.compute_model(rotations);
}

}  // namespace

TEST_CASE("a left joint of a pose describes the right one too", "[postures]") {
  const auto shapes = read(
      "<pose name='p' groups='leftArm rightArm'><joint name='leftHand' turns='0 0 -30'/></pose>");

  REQUIRE(shapes);
  const Shape& left = (*shapes)[shapes->size() - 2];
  const Shape& right = shapes->back();
  CHECK(left.group == "leftArm");
  REQUIRE(left.rotations.size() == 1);
  CHECK(left.rotations[0].first == LeftHand);
  CHECK(left.rotations[0].second.z == Approx(-std::sin(15 * M_PI / 180)));
  CHECK(right.rotations[0].first == RightHand);
  CHECK(right.rotations[0].second.z == Approx(std::sin(15 * M_PI / 180)));
}

TEST_CASE("a right joint that is written is not mirrored", "[postures]") {
  const auto shapes = read(
      "<pose name='p' groups='leftArm rightArm'><joint name='leftHand' turns='0 0 -30'/>"
      "<joint name='rightHand' turns='0 0 10'/></pose>");
  REQUIRE(shapes);
  CHECK(shapes->back().rotations.at(0).second.z == Approx(std::sin(5 * M_PI / 180)));
}

TEST_CASE("neutral is the base pose of every joint but the jaw and the hips", "[postures]") {
  const auto shapes = read("");

  REQUIRE(shapes);
  JointSet joints;
  for (const Shape& shape : *shapes) {
    CHECK(shape.name == "neutral");
    for (const auto& [joint, rotation] : shape.rotations) {
      CHECK_FALSE(joints.contains(joint));
      CHECK(rotation == test::ada().base_pose[index_of(joint)]);
      joints.insert(joint);
    }
  }
  CHECK(joints.size() == kJointCount - 2);
  CHECK_FALSE(joints.contains(Hips));
  CHECK_FALSE(joints.contains(Jaw));
}

TEST_CASE("what is wrong with a pose is said", "[postures]") {
  const std::string hand = "<joint name='leftHand' turns='0 0 -30'/>";
  CHECK(refusal("<pose name='p' groups='leftArm rightArm'><joint name='leftHand' "
                "turns='0 0 -100'/></pose>") ==
        "poses: the limits of 'leftHand' do not allow '0 0 -100'");
  CHECK(refusal("<pose name='p' groups='leftArm'>" + hand + "</pose>") ==
        "poses: each joint of a pose is in one of its groups, unlike 'leftArm'");
  CHECK(refusal("<pose name='p' groups='leftArm rightArm spine'>" + hand + "</pose>") ==
        "poses: the pose turns no joint of a group in 'leftArm rightArm spine'");
  CHECK(refusal("<pose name='p' groups='tail'>" + hand + "</pose>") ==
        "poses: there is no group in 'tail'");
  CHECK(refusal("<pose name='p' groups='leftArm'><joint name='tail' turns='0 0 0'/></pose>") ==
        "poses: there is no joint 'tail'");
  CHECK(refusal("<pose name='p' groups='leftArm rightArm'>" + hand + hand + "</pose>") ==
        "poses: a pose turns a joint once, unlike 'leftHand'");
  CHECK(refusal("<pose name='neutral' groups='leftArm rightArm'>" + hand + "</pose>") ==
        "poses: there are two stored poses 'neutral'");
  CHECK(refusal("<pose name='fist' groups='leftArm rightArm'>" + hand + "</pose>") ==
        "poses: there are two stored poses 'fist'");
}

TEST_CASE("stored poses put hands where their names say, on every body", "[postures]") {
  const Body* body = GENERATE(&test::ada(), &test::ben());
  const double hip_height_m = body->offsets_m[index_of(Hips)].y;
  const double shoulder_height_m = in_pose(*body, "neutral").positions_m[index_of(LeftUpperArm)].y;
  const auto at = [&](std::string_view pose, Joint joint) {
    return in_pose(*body, pose).positions_m[index_of(joint)];
  };

  const Vec3 akimbo = at("arms-akimbo", LeftHand);
  CHECK(std::abs(akimbo.y - hip_height_m) < 0.12);
  CHECK(at("arms-akimbo", LeftLowerArm).x > akimbo.x + 0.08);  // the elbow is out
  CHECK(at("arms-crossed", LeftHand).x < 0);                   // each hand on the other side …
  CHECK(at("arms-crossed", RightHand).x > 0);
  CHECK(at("arms-crossed", RightHand).z > 0.12);  // … and in front of the ribs
  CHECK(length(at("hands-clasped-front", LeftHand) - at("hands-clasped-front", RightHand)) < 0.2);
  CHECK(at("hands-clasped-front", LeftHand).z > 0.15);
  CHECK(at("hands-behind-back", LeftHand).z < -0.1);
  CHECK(at("shrug", LeftUpperArm).y > shoulder_height_m + 0.03);
  const Body::Model bowed = in_pose(*body, "head-bowed");
  CHECK((bowed.character_from_joint[index_of(Head)] * Vec3{0, 0, 1}).y < -0.5);
}

TEST_CASE("more poses stand beside those of a body, and before those of their names",
          "[postures]") {
  Body body = test::ada();
  const auto names = add_postures(
      "<poses xmlns=\"urn:kinesphere:poses:1\">"
      "<pose name=\"shrug\" groups=\"headNeck\"><joint name=\"head\" turns=\"4 0 0\"/></pose>"
      "<pose name=\"attentive\" groups=\"headNeck spine\"><joint name=\"head\" turns=\"2 0 0\"/>"
      "<joint name=\"spine\" turns=\"1 0 0\"/></pose></poses>",
      body);
  REQUIRE(names);
  CHECK(*names == std::vector<std::string>{"shrug", "attentive"});
  CHECK(body.find_shape("spine", "attentive") != nullptr);
  CHECK(body.find_shape("headNeck", "shrug") != nullptr);
  CHECK(body.find_shape("leftArm", "shrug") == nullptr);
  CHECK(body.find_shape("leftArm", "arms-akimbo") != nullptr);
  CHECK(body.find_shape("leftFingers", "fist") != nullptr);
}

TEST_CASE("poses that are added keep a hand shape's name, and a fault leaves the body as it was",
          "[postures]") {
  Body body = test::ada();
  const std::size_t before = body.shapes.size();
  const auto names = add_postures(
      "<poses xmlns=\"urn:kinesphere:poses:1\">\n<pose name=\"fist\" groups=\"headNeck\">"
      "<joint name=\"head\" turns=\"4 0 0\"/></pose></poses>",
      body);
  REQUIRE_FALSE(names);
  CHECK(names.error().message == "there are two stored poses 'fist'");
  CHECK(names.error().where.line == 2);
  CHECK(body.shapes.size() == before);
}

}  // namespace kine::body::postures_test
