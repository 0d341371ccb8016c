// Tests for realizer/body/hands.h, and of the shapes that schemas/hands.xml has.
#include "realizer/body/hands.h"

#include <algorithm>
#include <map>
#include <string>

#include "realizer/body/mirror.h"
#include "schemas/embedded.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::hands_test {

using namespace kine;
using body::Joint;
using body::Shape;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

std::string hands(const std::string& shapes) {
  return "<hands xmlns=\"urn:kinesphere:hands:1\">\n" + shapes + "</hands>";
}

Result<std::vector<Shape>> read(const std::string& shapes) {
  return body::read_hands(hands(shapes), test::ada().limits);
}

Quat rotation_of(const Shape& shape, Joint joint) {
  for (const auto& [each, rotation] : shape.rotations) {
    if (each == joint) return rotation;
  }
  FAIL("the shape has no " << name_of(joint));
  return {};
}

/// The tips of the left hand's fingers in its own axes: as long again as flesh goes on beyond
/// the last joint, nine tenths of the last bone.
struct Tips {
  Vec3 thumb;
  Vec3 index;
  Vec3 middle;
  Vec3 ring;
  Vec3 little;
};

Vec3 tip_of(const body::Body& body, const body::Body::Model& model, Joint distal) {
  const Vec3 along = body.offsets_m[index_of(distal)];
  return model.positions_m[index_of(distal)] +
         model.character_from_joint[index_of(distal)] * (0.9 * along) -
         model.positions_m[index_of(Joint::LeftHand)];
}

Tips tips_of(const body::Body& body, const std::string& name) {
  const Shape* shape = body.find_shape("leftFingers", name);
  REQUIRE(shape != nullptr);
  std::array<Quat, body::kJointCount> pose;
  for (const auto& [joint, rotation] : shape->rotations) pose[index_of(joint)] = rotation;
  const body::Body::Model model = body.compute_model(pose);
  return {.thumb = tip_of(body, model, Joint::LeftThumbDistal),
          .index = tip_of(body, model, Joint::LeftIndexDistal),
          .middle = tip_of(body, model, Joint::LeftMiddleDistal),
          .ring = tip_of(body, model, Joint::LeftRingDistal),
          .little = tip_of(body, model, Joint::LeftLittleDistal)};
}

}  // namespace

TEST_CASE("a finger bends towards the palm and spreads towards the thumb", "[hands]") {
  const auto shapes = read("<shape name='x' index='90' middle='0 0 0 20'/>");
  REQUIRE(shapes);
  const Shape& left = (*shapes)[0];
  REQUIRE(left.group == "leftFingers");

  const Vec3 bent = rotation_of(left, Joint::LeftIndexProximal) * Vec3{1, 0, 0};
  CHECK(length(bent - Vec3{0, -1, 0}) < 1e-12);
  const Vec3 spread = rotation_of(left, Joint::LeftMiddleProximal) * Vec3{1, 0, 0};
  CHECK(spread.z == Approx(std::sin(20 * kDegree)));
  CHECK(rotation_of(left, Joint::LeftRingProximal) == Quat{});
}

TEST_CASE("the thumb goes across the palm and out in front of it", "[hands]") {
  const auto shapes = read("<shape name='x' thumb='45'/><shape name='y' thumb='0 40'/>");
  REQUIRE(shapes);
  const Vec3 thumb = unit({1, 0, 1});

  const Vec3 across = rotation_of((*shapes)[0], Joint::LeftThumbMetacarpal) * thumb;
  CHECK(length(across - Vec3{1, 0, 0}) < 1e-12);
  const Vec3 in_front = rotation_of((*shapes)[2], Joint::LeftThumbMetacarpal) * thumb;
  CHECK(in_front.y == Approx(-std::sin(40 * kDegree)));
}

TEST_CASE("a shape has all its names, on both sides, the right mirroring the left", "[hands]") {
  const auto shapes = read("<shape name='a b' thumb='10 20 5' index='30 20 10 5'/>");
  REQUIRE(shapes);
  REQUIRE(shapes->size() == 4);
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    const Shape& left = (*shapes)[i];
    const Shape& right = (*shapes)[i + 1];
    CHECK(left.name == (i == 0 ? "a" : "b"));
    CHECK(right.name == left.name);
    CHECK(right.group == "rightFingers");
    for (const auto& [joint, rotation] : left.rotations) {
      CHECK(rotation_of(right, mirrored(joint)) == body::mirrored(rotation));
    }
  }
}

TEST_CASE("a shape that cannot be is an error with its place", "[hands]") {
  const auto broken = GENERATE(
      as<std::string>{}, "<shape name='x' index='200'/>", "<shape name='x' index='120'/>",
      "<shape name='x' index='1 2 3 4 5'/>", "<shape name='x' index=''/>",
      "<shape name='x' toe='1'/>", "<shape index='1'/>", "<shape name='x'/><shape name='x'/>",
      "<shape name='x x'/>", "<fist name='x'/>", "<shape name=''/>");
  CAPTURE(broken);

  const auto shapes = read(broken);

  REQUIRE_FALSE(shapes);
  CHECK(shapes.error().message.starts_with("hands: "));
  CHECK(shapes.error().where.line == 2);
}

TEST_CASE("the hands of conversation and of classic scripts are all there", "[hands]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const char* name :
         {"open",         "flat",        "relaxed",       "fist",    "index",  "ring",
          "cup",          "pinch",       "thumb-up",      "victory", "spread", "palm-claw",
          "open-relaxed", "open-spread", "open-straight", "purse",   "claw",   "asl-1cl",
          "asl-5acl",     "asl-fcl",     "asl-ilycl",     "asl-z",   "dgs-a",  "dgs-g",
          "dgs-l",        "dgs-sch",     "dgs-v",         "dgs-y"}) {
      CAPTURE(body->name, name);
      for (const char* group : {"leftFingers", "rightFingers"}) {
        const Shape* shape = body->find_shape(group, name);
        REQUIRE(shape != nullptr);
        CHECK(shape->rotations.size() == 15);
      }
    }
  }
}

TEST_CASE("open-straight, which the classic hands are measured from, is straight", "[hands]") {
  const Shape* straight = test::ada().find_shape("leftFingers", "open-straight");
  REQUIRE(straight != nullptr);
  for (const auto& [joint, rotation] : straight->rotations) CHECK(rotation == Quat{});
}

TEST_CASE("the fingertips of a fist lie near the palm", "[hands]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Tips tips = tips_of(*body, "fist");
    for (const Vec3& tip : {tips.index, tips.middle, tips.ring, tips.little}) {
      CHECK(tip.y < 0);
      CHECK(tip.y > -0.04);  // the palm's skin is at about -1.5 cm
      CHECK(tip.x > 0.05);   // between wrist and knuckles
      CHECK(tip.x < 0.10);
    }
    CHECK(tips.thumb.y < -0.04);  // outside the curled fingers
    CHECK(tips.thumb.z < 0.02);   // and across them
  }
}

TEST_CASE("thumb and index touch in ring and pinch", "[hands]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const char* name : {"ring", "pinch"}) {
      const Tips tips = tips_of(*body, name);
      CHECK(length(tips.thumb - tips.index) < 0.025);
    }
  }
}

TEST_CASE("the thumb of thumb-up points away from the fist", "[hands]") {
  const Tips tips = tips_of(test::ada(), "thumb-up");
  CHECK(tips.thumb.z > tips.index.z + 0.06);
  CHECK(length(tips.index - tips_of(test::ada(), "fist").index) < 1e-12);
}

TEST_CASE("what points is stretched, what does not is curled", "[hands]") {
  const Tips index = tips_of(test::ada(), "index");
  CHECK(index.index.x > 0.16);
  CHECK(index.middle.x < 0.10);
  const Tips victory = tips_of(test::ada(), "victory");
  CHECK(length(victory.index - victory.middle) > 0.05);
  CHECK(victory.ring.x < 0.10);
}

TEST_CASE("the spread hand is wider than the open one, and that wider than the flat one",
          "[hands]") {
  const auto width = [](const char* name) {
    const Tips tips = tips_of(test::ada(), name);
    return length(tips.index - tips.little);
  };
  CHECK(width("spread") > width("open") + 0.02);
  CHECK(width("open") > width("flat") + 0.01);
}

}  // namespace kine::hands_test
