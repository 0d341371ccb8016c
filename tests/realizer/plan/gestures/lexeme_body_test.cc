// Tests for realizer/plan/gestures/lexeme_body.h.
#include "realizer/plan/gestures/lexeme_body.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::lexeme_body_test {
namespace {

using test::named;

template <class Kind>
Kind mirror_of(const Kind& constraint) {
  return std::get<Kind>(mirrored(script::Constraint(constraint)));
}

script::Position scaled(const body::Body& body, std::string_view joint, const Vec3& target_m) {
  return std::get<script::Position>(
      scaled_to(body, script::Constraint(test::reach(joint, target_m))));
}

TEST_CASE("a mirrored position is that of the other hand, reflected", "[lexeme_body]") {
  script::Position right = test::reach("rightHand", {-0.2, 1.1, 0.3});
  right.offset_m = {0.1, 0.2, 0.3};
  right.swivel_rad = 0.5;

  const script::Position left = mirror_of(right);

  CHECK(left.joint.text == "leftHand");
  CHECK(left.target_m == Vec3{0.2, 1.1, 0.3});
  CHECK(left.offset_m == Vec3{-0.1, 0.2, 0.3});
  CHECK(left.swivel_rad == 0.5);  // positive is outwards on both sides
}

TEST_CASE("a mirrored direction is reflected, in the joint's axes too", "[lexeme_body]") {
  const script::Orientation palm{
      named("rightHand"), named("rightArm"), {-1, 0, 0}, {0.6, 0, 0.8}, {}};
  const script::Orientation other = mirror_of(palm);
  CHECK(other.joint.text == "leftHand");
  CHECK(other.group.text == "leftArm");
  CHECK(other.axis == Vec3{1, 0, 0});
  CHECK(other.direction == Vec3{-0.6, 0, 0.8});

  const script::Orientation head{named("head"), {}, {0, 1, 0}, {0.28, 0.96, 0}, {}};
  CHECK(mirror_of(head).joint.text == "head");
  CHECK(mirror_of(head).direction == Vec3{-0.28, 0.96, 0});
}

TEST_CASE("groups and channels change sides by their names", "[lexeme_body]") {
  const script::Swivel swivel{named("rightArm"), 0.4, script::SwivelReference::Carried, {}};
  CHECK(mirror_of(swivel).group.text == "leftArm");
  CHECK(mirror_of(swivel).angle_rad == 0.4);
  CHECK(mirror_of(script::Shape{named("leftFingers"), named("fist"), 1, {}}).group.text ==
        "rightFingers");
  CHECK(mirror_of(test::morph("browDownLeft", 1)).name.text == "browDownRight");
  CHECK(mirror_of(test::morph("browDownRight", 1)).name.text == "browDownLeft");
  CHECK(mirror_of(test::morph("jawOpen", 1)).name.text == "jawOpen");
}

TEST_CASE("mirrored twice is what it was", "[lexeme_body]") {
  const script::LookAt look_at{Vec3{1, 2, 3}, named("head"), {}};
  CHECK(mirror_of(look_at) == script::LookAt{Vec3{-1, 2, 3}, named("head"), {}});
  for (const script::Constraint& constraint :
       {script::Constraint(look_at), script::Constraint(test::reach("rightHand", {1, 2, 3})),
        script::Constraint(script::Shader{named("blushing"), 0.4, {}})}) {
    CHECK(mirrored(mirrored(constraint)) == constraint);
  }
}

TEST_CASE("lexemes are written for the body ada", "[lexeme_body]") {
  for (const Vec3& target_m : {Vec3{-0.2, 1.1, 0.3}, Vec3{0.05, 1.4, 0.2}}) {
    CHECK(length(scaled(test::ada(), "rightHand", target_m).target_m - target_m) < 1e-12);
    CHECK(length(scaled(test::ada(), "leftHand", target_m).target_m - target_m) < 1e-12);
  }
}

// ben: shoulders at ±.19, 1.48, 0; arms of .31 + .26 m (schemas/bodies/ben.xml).
TEST_CASE("a target moves with the shoulder and the length of the arm", "[lexeme_body]") {
  const double scale = 0.57 / 0.52;
  const Vec3 right = scaled(test::ben(), "rightHand", {-0.20, 1.06, 0.30}).target_m;
  const Vec3 expected{-0.19 + scale * -0.03, 1.48 + scale * -0.30, scale * 0.30};
  CHECK(length(right - expected) < 1e-12);

  const Vec3 left = scaled(test::ben(), "leftHand", {0.20, 1.06, 0.30}).target_m;
  CHECK(length(left - Vec3{-expected.x, expected.y, expected.z}) < 1e-12);
}

TEST_CASE("only hands have targets in the measure of arms", "[lexeme_body]") {
  CHECK(scaled(test::ben(), "head", {0, 1.5, 0}).target_m == Vec3{0, 1.5, 0});
  const script::Constraint fist = test::shape("right", "fist");
  CHECK(scaled_to(test::ben(), fist) == fist);
}

}  // namespace
}  // namespace kine::plan::lexeme_body_test
