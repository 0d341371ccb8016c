// Tests for realizer/solve/point_at.h.
#include "realizer/solve/point_at.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::solve::point_at_test {
namespace {

using body::Joint;

constexpr double kDegree = std::numbers::pi / 180;

Joint index_base(body::Side side) {
  return side == body::Side::Left ? Joint::LeftIndexProximal : Joint::RightIndexProximal;
}
Joint index_middle(body::Side side) {
  return side == body::Side::Left ? Joint::LeftIndexIntermediate : Joint::RightIndexIntermediate;
}
Joint index_tip(body::Side side) {
  return side == body::Side::Left ? Joint::LeftIndexDistal : Joint::RightIndexDistal;
}

/// How far the line of a straight index finger passes by the target, seen from the finger's base.
double miss_rad(const body::Body& body, body::Side side, const Vec3& target_m) {
  std::array<Quat, body::kJointCount> pose = body.base_pose;
  pose[body::index_of(index_base(side))] = {};
  pose[body::index_of(index_middle(side))] = {};
  point_at(body, side, target_m, pose);
  const body::Body::Model model = body.compute_model(pose);
  const Vec3 base = model.positions_m[body::index_of(index_base(side))];
  const Vec3 tip = model.positions_m[body::index_of(index_tip(side))];
  return std::acos(std::min(1.0, dot(unit(tip - base), unit(target_m - base))));
}

Vec3 target_at(double left_deg, double up_deg, double distance_m) {
  const double left = left_deg * kDegree;
  const double up = up_deg * kDegree;
  return {distance_m * std::cos(up) * std::sin(left), 1.35 + distance_m * std::sin(up),
          distance_m * std::cos(up) * std::cos(left)};
}

}  // namespace

TEST_CASE("the finger's line meets what is out of reach within three degrees", "[point_at]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const double distance_m : {1.1, 2.0, 10.0}) {
      for (int outwards = -70; outwards <= 150; outwards += 20) {
        for (const int up : {-60, -30, 0, 30, 55}) {
          CAPTURE(body->name, distance_m, outwards, up);
          CHECK(miss_rad(*body, body::Side::Left, target_at(outwards, up, distance_m)) <
                3 * kDegree);
          CHECK(miss_rad(*body, body::Side::Right, target_at(-outwards, up, distance_m)) <
                3 * kDegree);
        }
      }
    }
  }
}

TEST_CASE("pointing follows a target that goes round without a jump", "[point_at]") {
  std::array<Quat, body::kJointCount> before = {};
  double worst = 0;
  for (int step = 0; step <= 400; ++step) {
    std::array<Quat, body::kJointCount> pose = test::ada().base_pose;
    point_at(test::ada(), body::Side::Right, target_at(60 - 0.5 * step, 0, 3), pose);
    const auto joints = joints_that_point(body::Side::Right);
    for (std::size_t i = 0; step > 0 && i < pose.size(); ++i) {
      if (!joints.contains(body::joint_at(i))) continue;
      worst = std::max(worst, length(rotation_vector(conjugate(before[i]) * pose[i])));
    }
    before = pose;
  }
  CHECK(worst < 6 * kDegree);
}

}  // namespace kine::solve::point_at_test
