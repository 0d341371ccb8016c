// Tests for realizer/dynamics/physical/body_map.h.
#include "realizer/dynamics/physical/body_map.h"

#include <algorithm>
#include <cmath>

#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::dynamics::physical::body_map_test {
namespace {

double apart_rad(const Quat& a, const Quat& b) {
  return length(rotation_vector(conjugate(normalized(a)) * normalized(b)));
}

}  // namespace

TEST_CASE("coordinates become a rotation and come back", "[body_map]") {
  test::RandomRotations random(7);
  const Figure figure = torso_of(test::ada());
  for (int round = 0; round < 500; ++round) {
    for (const FigureJoint& joint : figure.joints) {
      std::array<double, kCoordinatesMax> given = {};
      if (joint.is_ball()) {
        take_coordinates(joint, random.within(3), given);
      } else {
        for (std::size_t i = 0; i < joint.hinges; ++i) {
          const double low = std::max(joint.low_rad[i], -1.5);
          const double high = std::min(joint.high_rad[i], 1.5);
          // The middle one of three is less than a right angle: there two axes meet.
          given[joint.coordinate + i] = random.number(low, high);
        }
      }
      std::array<double, kCoordinatesMax> back = {};
      take_coordinates(joint, rotation_of(joint, given), back);
      const Quat rest = rest_of(joint, rotation_of(joint, given), back);
      CHECK(apart_rad(rest, {}) < 1e-12);
      for (std::size_t i = 0; i < kCoordinatesMax; ++i) {
        CHECK(back[i] == Approx(given[i]).margin(1e-12));
      }
    }
  }
}

TEST_CASE("what hinges cannot make is the rest, and lies on top of them", "[body_map]") {
  test::RandomRotations random(8);
  for (const FigureJoint& joint : torso_of(test::ben()).joints) {
    for (int round = 0; round < 100; ++round) {
      const Quat wanted = random.within(1.2);
      std::array<double, kCoordinatesMax> coordinates = {};
      take_coordinates(joint, wanted, coordinates);
      const Quat rest = rest_of(joint, wanted, coordinates);
      CHECK(apart_rad(rotation_of(joint, coordinates) * rest, wanted) < 1e-12);
      if (joint.is_ball()) CHECK(apart_rad(rest, {}) < 1e-12);
    }
  }
}

TEST_CASE("a forearm that is turned all the way has its elbow's angle all the same", "[body_map]") {
  const Figure figure = torso_of(test::ada());
  const auto elbow =
      std::ranges::find(figure.joints, body::Joint::LeftLowerArm, &FigureJoint::joint);
  for (const double turned_deg : {-90.0, -89.999, -100.0, 85.0}) {
    CAPTURE(turned_deg);
    const Quat wanted = rotation_about({0, 1, 0}, -1.3) *
                        rotation_about({1, 0, 0}, turned_deg * kDegree) *
                        rotation_about({0, 0, 1}, 1e-7);
    std::array<double, kCoordinatesMax> coordinates = {};
    take_coordinates(*elbow, wanted, coordinates);
    const Quat rest = rest_of(*elbow, wanted, coordinates);
    CHECK(coordinates[elbow->coordinate] == Approx(-1.3).margin(1e-6));
    CHECK(coordinates[elbow->coordinate + 1] == Approx(turned_deg * kDegree).margin(1e-6));
    CHECK(apart_rad(rest, {}) < 1e-6);
  }
}

TEST_CASE("what is beyond the limits of hinges is left to the rest", "[body_map]") {
  const Figure figure = torso_of(test::ada());
  const auto neck = std::ranges::find(figure.joints, body::Joint::Neck, &FigureJoint::joint);
  const Quat wanted = rotation_about({1, 0, 0}, neck->high_rad[0] + 0.5);
  std::array<double, kCoordinatesMax> coordinates = {};
  take_coordinates(*neck, wanted, coordinates);
  const Quat rest = rest_of(*neck, wanted, coordinates);
  CHECK(coordinates[neck->coordinate] == Approx(neck->high_rad[0] + kReachBeyondLimit_rad));
  CHECK(apart_rad(rotation_of(*neck, coordinates) * rest, wanted) < 1e-12);
}

TEST_CASE("two joints that turn as one leave their wanted turns by the same angle", "[body_map]") {
  test::RandomRotations random(9);
  for (int round = 0; round < 100; ++round) {
    const JointTurns wanted{random.within(0.5), random.within(0.5)};
    const Quat whole = whole_of(wanted) * random.within(0.4);
    const JointTurns shared = shared_out(wanted, whole);
    CHECK(apart_rad(whole_of(shared), whole) < 1e-12);
    CHECK(apart_rad(shared.first, wanted.first) ==
          Approx(apart_rad(shared.second, wanted.second)).margin(1e-9));
    const JointTurns same = shared_out(wanted, whole_of(wanted));
    CHECK(apart_rad(same.first, wanted.first) < 1e-12);
  }
}

}  // namespace kine::dynamics::physical::body_map_test
