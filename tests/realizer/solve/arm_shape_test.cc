// Tests for realizer/solve/arm_shape.h: judged by forward kinematics.
#include "realizer/solve/arm_shape.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::solve::arm_shape_test {
namespace {

using body::Joint;
using Rotations = std::array<Quat, body::kJointCount>;

/// Both arms half raised, their elbows bent.
Rotations gesturing(const body::Body& body) {
  Rotations rotations = body.base_pose;
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    const double left = side == body::Side::Left ? 1 : -1;
    rotations[body::index_of(arm.upper_arm)] =
        rotation_about({0, 1, 0}, -0.7 * left) * rotation_about({0, 0, 1}, -1.2 * left);
    rotations[body::index_of(arm.lower_arm)] = rotation_about({0, 1, 0}, -1.2 * left);
  }
  return rotations;
}

Rotations shaped(const body::Body& body, double extent, double elbows) {
  Rotations rotations = gesturing(body);
  for (const body::Side side : body::kSides) shape_arm(body, side, extent, elbows, rotations);
  return rotations;
}

double reach_m(const body::Body& body, const Rotations& rotations, body::Side side) {
  const auto model = body.compute_model(rotations);
  const body::ArmChain arm = body::arm_chain(side);
  return length(model.positions_m[body::index_of(arm.hand)] -
                model.positions_m[body::index_of(arm.upper_arm)]);
}

}  // namespace

TEST_CASE("an arm without a shape is as it was, to the bit", "[arm_shape]") {
  CHECK(shaped(test::ada(), 0, 0) == gesturing(test::ada()));
}

TEST_CASE("the more extent, the farther both hands are from their shoulders", "[arm_shape]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const body::Side side : body::kSides) {
      double before_m = 0;
      for (int i = -10; i <= 10; ++i) {
        const double now_m = reach_m(*body, shaped(*body, 0.1 * i, 0), side);
        CHECK(now_m > before_m);
        before_m = now_m;
      }
    }
  }
}

TEST_CASE("an arm that is bent or raised as far as it goes stays so at any extent", "[arm_shape]") {
  const body::Body& body = test::ada();
  const body::ArmChain arm = body::arm_chain(body::Side::Right);
  const std::size_t elbow = body::index_of(arm.lower_arm);
  const std::size_t upper_arm = body::index_of(arm.upper_arm);
  Rotations folded = gesturing(body);
  folded[elbow] = rotation_about({0, 1, 0}, 2.4);
  folded[upper_arm] = rotation_about({0, 0, 1}, -1.2);  // from a T: up
  double before_m = 0;
  for (int i = -10; i <= 10; ++i) {
    Rotations now = folded;
    shape_arm(body, body::Side::Right, 0.1 * i, 0, now);
    const double now_m = reach_m(body, now, body::Side::Right);
    CAPTURE(i, now_m);
    CHECK(now_m > before_m - 1e-9);
    before_m = now_m;
    const Vec3 along = now[upper_arm] * Vec3{-1, 0, 0};  // from the shoulder to the elbow
    if (i >= 0) CHECK(along.y > 0.9);
  }
}

TEST_CASE("elbows go out, and hands stay where they are", "[arm_shape]") {
  const body::Body& body = test::ada();
  const auto rest = body.compute_model(gesturing(body));
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    const double left = side == body::Side::Left ? 1 : -1;
    double before_m = -1;
    for (int i = -10; i <= 0; ++i) {  // from where it is to outermost, it rises
      const auto now = body.compute_model(shaped(body, 0, 0.1 * i));
      const double out_m = left * now.positions_m[body::index_of(arm.lower_arm)].x;
      CHECK(out_m > before_m);
      before_m = out_m;
    }
    double height_m = 0;
    for (int i = 0; i <= 10; ++i) {
      const auto now = body.compute_model(shaped(body, 0, 0.1 * i));
      const std::size_t hand = body::index_of(arm.hand);
      CHECK(length(now.positions_m[hand] - rest.positions_m[hand]) < 1e-9);
      CHECK(now.positions_m[body::index_of(arm.lower_arm)].y > height_m);
      height_m = now.positions_m[body::index_of(arm.lower_arm)].y;
    }
  }
}

}  // namespace kine::solve::arm_shape_test
