// Tests for realizer/dynamics/physical/figure.h.
#include "realizer/dynamics/physical/figure.h"

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::figure_test {
namespace {

using enum body::Joint;

body::Segment& segment(body::Body& body, body::Joint joint) {
  return body.segments[body::index_of(joint)];
}

void say_of_both(body::Body& body, body::Joint left, const body::Segment& said) {
  segment(body, left) = said;
  segment(body, body::mirrored(left)) = said;
}

/// The table of schemas/bodies/README.md, said by the body itself.
body::Body with_usual_segments(body::Body body) {
  const double height_m = body.height_m;
  segment(body, Hips) = {.gyration = Vec3{.05, .05, .05}, .balls = {{0, .065 * height_m}}};
  segment(body, Spine) = {.gyration = Vec3{.35, .35, .3}, .balls = {{.5, .065 * height_m}}};
  segment(body, Chest) = {.gyration = Vec3{.3, .3, .25}, .balls = {{.6, .07 * height_m}}};
  segment(body, Neck) = {.gyration = Vec3{.35, .3, .35}};
  segment(body, Head) = {.gyration = Vec3{.35, .3, .35}, .balls = {{1, .055 * height_m}}};
  say_of_both(body, LeftShoulder, {.gyration = Vec3{.3, .3, .3}, .balls = {{1, .035 * height_m}}});
  say_of_both(body, LeftUpperArm,
              {.gyration = Vec3{.158, .269, .285}, .balls = {{1, .025 * height_m}}});
  say_of_both(body, LeftLowerArm,
              {.gyration = Vec3{.121, .265, .276}, .balls = {{1, .016 * height_m}}});
  say_of_both(
      body, LeftHand,
      {.gyration = Vec3{.2, .26, .3}, .balls = {{.4, .02 * height_m}, {.9, .02 * height_m}}});
  say_of_both(
      body, LeftUpperLeg,
      {.gyration = Vec3{.329, .149, .329}, .balls = {{.5, .045 * height_m}, {1, .033 * height_m}}});
  say_of_both(body, LeftLowerLeg, {.gyration = Vec3{.255, .103, .249}});
  const double toes_m = body.offsets_m[body::index_of(LeftToes)].z;
  say_of_both(body, LeftFoot,
              {.gyration = Vec3{.257, .245, .124},
               .box = body::ContactBox{.35 * toes_m, .152 * height_m, .055 * height_m}});
  return body;
}

std::string fault_of(const body::Body& body, bool stands) {
  const auto whole = check_segments(body, stands);
  return whole ? "" : whole.error().message;
}

}  // namespace

TEST_CASE("a torso has 28 degrees of freedom on its base", "[figure_of_physics]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    const Figure figure = torso_of(*body);
    CHECK(figure.degrees == 28 + kBaseDegrees);
    CHECK(figure.coordinates == 28 + 2 + kBaseCoordinates);  // two balls, each a quaternion
    CHECK(figure.coordinates <= kCoordinatesMax);
    std::size_t degree = kBaseDegrees;
    std::set<body::Joint> joints;
    for (const FigureJoint& joint : figure.joints) {
      CHECK(joint.degree == degree);
      degree += joint.degrees();
      CHECK(joints.insert(joint.joint).second);
      for (std::size_t i = 0; i < joint.hinges; ++i) CHECK(joint.low_rad[i] < joint.high_rad[i]);
    }
    CHECK(degree == figure.degrees);
  }
}

TEST_CASE("a body that does not say its weight has that of its height", "[figure_of_physics]") {
  CHECK(body::usual_weight_kg(1.75) == Approx(70));
  CHECK(body::usual_weight_kg(3.5) == Approx(280));
  CHECK(test::ada().weight_kg == Approx(70 * 1.66 * 1.66 / (1.75 * 1.75)));
}

TEST_CASE("a joint of the figure is found by either joint that it turns", "[figure_of_physics]") {
  const Figure figure = torso_of(test::ada());
  const FigureJoint* const chest = find_joint(figure, body::Joint::Chest);
  REQUIRE(chest != nullptr);
  CHECK(find_joint(figure, body::Joint::UpperChest) == chest);
  CHECK(find_joint(figure, body::Joint::LeftFoot) == nullptr);
  CHECK(chest->axis(0) == Axis::X);
  CHECK(chest->axis(1) == Axis::Z);
  CHECK(find_joint(figure, body::Joint::LeftUpperArm)->axis(1) == Axis::Y);
}

TEST_CASE("the centre of a segment is a share of its length", "[figure_of_physics]") {
  const Figure figure = torso_of(test::ada());  // her forearm is 0.24 m long
  const Vec3 centre_m = find_joint(figure, body::Joint::RightLowerArm)->centre_m;
  CHECK(centre_m.x == Approx(-0.457 * 0.24));
  CHECK(centre_m.y == Approx(0).margin(1e-12));
}

TEST_CASE("a body that says its segments as people have them is the same figure",
          "[figure_of_physics]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    CHECK(whole_body_of(with_usual_segments(*body)).mjcf == whole_body_of(*body).mjcf);
    CHECK(torso_of(with_usual_segments(*body)).mjcf == torso_of(*body).mjcf);
  }
}

TEST_CASE("a radius of gyration adds its square to the inertia of its joint",
          "[figure_of_physics]") {
  if (!kHasEngine) return;
  const auto elbow_kg_m2 = [](const body::Body& body) {
    const Figure figure = torso_of(body);
    const auto model = read_engine_model(figure.mjcf);
    REQUIRE(model);
    const auto engine = (*model)->make_engine();
    EngineState state;
    state.positions[3] = 1;
    for (const FigureJoint& joint : figure.joints) {
      if (joint.is_ball()) state.positions[joint.coordinate] = 1;
    }
    engine->load(state);
    std::array<double, kDegreesMax> inertias = {};
    engine->inertias_kg_m2(std::span(inertias).first(figure.degrees));
    return inertias[find_joint(figure, LeftLowerArm)->degree];  // it bends about y
  };
  body::Body body = test::ada();  // her forearm is 0.24 m long, and .0162 of her
  body.weight_kg = 60;
  const double usual_kg_m2 = elbow_kg_m2(body);
  segment(body, LeftLowerArm).gyration = Vec3{.121, .3, .31};
  const double length_m = 0.24;
  const double more_kg_m2 = .0162 * 60 * length_m * length_m * (.3 * .3 - .265 * .265);
  CHECK(elbow_kg_m2(body) - usual_kg_m2 == Approx(more_kg_m2));
}

TEST_CASE("a foot's box is what it stands on", "[figure_of_physics]") {
  body::Body body = test::ada();
  for (const body::Joint foot : {LeftFoot, RightFoot}) {
    segment(body, foot).box = body::ContactBox{0.05, 0.21, 0.08};
  }
  const Figure figure = whole_body_of(body);
  for (const FigureLeg& leg : figure.legs) {
    CHECK(leg.half_length_m == Approx(0.105));
    CHECK(leg.half_width_m == Approx(0.04));
    CHECK(leg.sole_m.z == Approx(0.105 - 0.05));
    CHECK(leg.sole_m.y == Approx(-(0.9 - 0.03 - 0.41 - 0.39)));  // her ankle is 7 cm high
  }
}

TEST_CASE("data that makes no model is refused with the joint that lacks something",
          "[figure_of_physics]") {
  CHECK(fault_of(test::ada(), true).empty());
  CHECK(fault_of(test::ada(), false).empty());
  body::Body body = test::ada();
  body.mass_fractions[body::index_of(RightHand)] = 0;
  CHECK(fault_of(body, false).ends_with("no mass at 'rightHand'"));
  body = test::ada();
  body.mass_fractions[body::index_of(Hips)] = 0;
  CHECK(fault_of(body, false).empty());  // they are told where to be
  CHECK(fault_of(body, true).ends_with("no mass at 'hips'"));
  body = test::ada();
  body.offsets_m[body::index_of(LeftFoot)] = {};
  CHECK(fault_of(body, false).empty());
  CHECK(fault_of(body, true).ends_with("no length behind 'leftLowerLeg'"));
  body = test::ada();
  body.offsets_m[body::index_of(LeftLowerLeg)].y = -0.6;
  CHECK(fault_of(body, true).ends_with("ground is not below 'leftFoot'"));
}

}  // namespace kine::dynamics::physical::figure_test
