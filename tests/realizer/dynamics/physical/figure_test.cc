// Tests for realizer/dynamics/physical/figure.h.
#include "realizer/dynamics/physical/figure.h"

#include <set>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::figure_test {

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

}  // namespace kine::dynamics::physical::figure_test
