// Tests for realizer/motion/actuators/asked.h.
#include "realizer/motion/actuators/asked.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::asked_test {
namespace {

plan::Goal touch(body::Joint hand, std::string_view on) {
  const auto& points = test::ada().points;
  return plan::Reach{
      .joint = hand,
      .touch = plan::Touch{.on = *find_surface_point(points, on, "right"),
                           .by = *find_surface_point(
                               points, "palm", hand == body::Joint::LeftHand ? "left" : "right")}};
}

std::array<Asked, 1> asked(const plan::Goal& goal) { return {Asked{{}, &goal}}; }

}  // namespace

TEST_CASE("an arm that touches the other is solved behind it", "[asked]") {
  using Sides = std::array<body::Side, 2>;
  constexpr Sides kRightFirst = {body::Side::Right, body::Side::Left};
  const plan::Goal left_on_right = touch(body::Joint::LeftHand, "rightElbow");
  const plan::Goal right_on_left = touch(body::Joint::RightHand, "leftElbow");
  const plan::Goal left_on_chin = touch(body::Joint::LeftHand, "chin");

  CHECK(arms_in_order(asked(left_on_right), test::ada()) == kRightFirst);
  CHECK(arms_in_order(asked(right_on_left), test::ada()) == body::kSides);
  CHECK(arms_in_order(asked(left_on_chin), test::ada()) == body::kSides);
}

TEST_CASE("a hand touches, and so does the one that it touches", "[asked]") {
  const plan::Goal on_elbow = touch(body::Joint::RightHand, "leftElbow");
  const plan::Goal on_chin = touch(body::Joint::RightHand, "chin");

  const body::JointSet both = touching_hands(asked(on_elbow), test::ada());
  CHECK(both.contains(body::Joint::LeftHand));
  CHECK(both.contains(body::Joint::RightHand));
  const body::JointSet one = touching_hands(asked(on_chin), test::ada());
  CHECK_FALSE(one.contains(body::Joint::LeftHand));
  CHECK(one.contains(body::Joint::RightHand));
}

}  // namespace kine::motion::asked_test
