// Tests for realizer/solve/touch.h.
#include "realizer/solve/touch.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::solve::touch_test {
namespace {

using body::Body;
using body::Joint;
using Rotations = std::array<Quat, body::kJointCount>;

const body::SurfacePoint& point_of(const Body& body, const std::string& name) {
  return body.points.at(*find_surface_point(body.points, name, "right"));
}

/// The right hand on a point, by one of its own, fingers to the left.
Rotations touching(const Body& body, Rotations rotations, const std::string& on,
                   const std::string& by, bool flat) {
  ArmRequest request;
  request.side = body::Side::Right;
  request.first_aim = {{{-1, 0, 0}, unit(Vec3{1, 0.4, 0})}};
  add_touch(hand_surface(body, rotations, point_of(body, by)), flat,
            surface_at(point_of(body, on), body.compute_model(rotations)), request);
  const ArmSolution solution = solve_arm(body, rotations, request);
  rotations[index_of(Joint::RightUpperArm)] = solution.upper_arm;
  rotations[index_of(Joint::RightLowerArm)] = solution.lower_arm;
  rotations[index_of(Joint::RightHand)] = solution.hand;
  return rotations;
}

}  // namespace

TEST_CASE("a fingertip comes as near as the gap, however its finger is bent", "[touch]") {
  for (const Body* body : {&test::ada(), &test::ben()}) {
    for (const char* shape : {"index", "relaxed", "fist", "open"}) {
      CAPTURE(body->name, shape);
      Rotations rotations = body->base_pose;
      for (const auto& [joint, turn] : body->find_shape("rightFingers", shape)->rotations) {
        rotations[index_of(joint)] = turn;
      }
      rotations = touching(*body, rotations, "chest", "indexTip", false);
      const Body::Model model = body->compute_model(rotations);
      const Surface tip = surface_at(point_of(*body, "indexTip"), model);
      const Surface chest = surface_at(point_of(*body, "chest"), model);
      CHECK(length(tip.place_m - place_before(chest)) < 0.002);
    }
  }
}

TEST_CASE("a palm faces what it lies on", "[touch]") {
  for (const Body* body : {&test::ada(), &test::ben()}) {
    CAPTURE(body->name);
    const Rotations rotations = touching(*body, body->base_pose, "heart", "palm", true);
    const Body::Model model = body->compute_model(rotations);
    const Surface palm = surface_at(point_of(*body, "palm"), model);
    const Surface heart = surface_at(point_of(*body, "heart"), model);
    CHECK(length(palm.place_m - heart.place_m) == Approx(body::kTouchGap_m).margin(0.002));
    CHECK(dot(palm.normal, heart.normal) < -0.9);
  }
}

TEST_CASE("the direction that says most beside the palm's is the second one", "[touch]") {
  ArmRequest request;
  request.first_aim = {{{0, -1, 0}, {1, 0, 0}}};
  request.second_aim = {{{-1, 0, 0}, {0, 1, 0}}};
  add_touch({{0, -0.01, 0}, {0, -1, 0}}, true, {{0, 1, 0.1}, {0, 0, 1}}, request);
  REQUIRE(request.first_aim);
  REQUIRE(request.second_aim);
  CHECK(request.first_aim->direction == Vec3{0, 0, -1});
  CHECK(request.second_aim->axis == Vec3{-1, 0, 0});

  // A finger keeps to its directions.
  ArmRequest of_finger;
  add_touch({{0, -0.01, 0}, {0, -1, 0}}, false, {{0, 1, 0.1}, {1, 0, 0}}, of_finger);
  CHECK_FALSE(of_finger.first_aim);
  CHECK(of_finger.offset_m == Vec3{0, -0.01, 0});
}

}  // namespace kine::solve::touch_test
