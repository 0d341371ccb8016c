// Tests for realizer/solve/body_shape.h: judged by forward kinematics of the shifted body.
#include "realizer/solve/body_shape.h"

#include <array>
#include <cmath>

#include "realizer/body/centre_of_mass.h"
#include "realizer/math/units.h"
#include "realizer/solve/body_shift.h"
#include "realizer/solve/body_solver.h"
#include "tests/support/catch.h"
#include "tests/support/motion/any_shape.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/movement/figure.h"

namespace kine::solve::body_shape_test {
namespace {

using body::Joint;

struct Shaped {
  body::Body::Model model;
  Vec3 mass_m;

  Vec3 at(Joint joint) const { return model.positions_m[body::index_of(joint)]; }
};

/// The body at rest as a shape has it.
Shaped shaped(const body::Body& body, const Shape& shape) {
  Carriage carriage{.hips_m = body.compute_model(body.base_pose).positions_m[0],
                    .parent_from_joint = body.base_pose};
  carriage = shifted(shift_of(body, shape_offsets(body, shape), carriage), carriage);
  Shaped result{.model = body.compute_model(carriage.parent_from_joint), .mass_m = {}};
  const Vec3 way_m = carriage.hips_m - result.model.positions_m[0];
  for (Vec3& position_m : result.model.positions_m) position_m = position_m + way_m;
  result.mass_m = body::centre_of_mass_m(body, result.model);
  return result;
}

/// How far the front of the chest faces up.
double front_of_chest(const Shaped& body) {
  return (body.model.character_from_joint[body::index_of(Joint::UpperChest)] * Vec3{0, 0, 1}).y;
}

/// What is measured of a shape goes on growing with the number, through 0.
template <class Set, class Measure>
void check_monotone(Set set, Measure measure) {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    double before = -1e9;
    for (int i = -10; i <= 10; ++i) {
      Shape shape;
      set(0.1 * i, shape);
      const double now = measure(shaped(*body, shape));
      CAPTURE(i, before, now);
      CHECK(now > before);
      before = now;
    }
  }
}

}  // namespace

TEST_CASE("no shape is no offset", "[body_shape]") {
  CHECK(shape_offsets(test::ada(), {}) == body::BodyOffsets{});
}

TEST_CASE("the more posture, the more the chest opens against gravity", "[body_shape]") {
  check_monotone([](double value, Shape& shape) { shape.posture = value; }, front_of_chest);
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const double sunk_m =
        shaped(*body, {}).at(Joint::Head).y - shaped(*body, {.posture = -1}).at(Joint::Head).y;
    CHECK(sunk_m > 0.05);
    CHECK(sunk_m < 0.2);
  }
}

TEST_CASE("a lean takes the head ahead, and a recoil back", "[body_shape]") {
  check_monotone(
      [](double value, Shape& shape) { shape.lean = value; },
      [](const Shaped& body) { return body.at(Joint::Head).z - body.at(Joint::Hips).z; });
  const double to_the_left = 1.5707963;
  const Shaped aside = shaped(test::ada(), {.lean = 1, .heading_rad = to_the_left});
  CHECK(aside.at(Joint::Head).x > 0.1);
}

TEST_CASE("each zone is carried forward by its own number", "[body_shape]") {
  check_monotone(
      [](double value, Shape& shape) { shape.abdomen = value; },
      [](const Shaped& body) { return body.at(Joint::Hips).z - body.at(Joint::Head).z; });
  check_monotone(
      [](double value, Shape& shape) { shape.head = value; },
      [](const Shaped& body) { return body.at(Joint::Head).z - body.at(Joint::Neck).z; });
  check_monotone([](double value, Shape& shape) { shape.chest = value; }, front_of_chest);
  // Ahead of the middle between hips and head, which are about as far from it.
  check_monotone([](double value, Shape& shape) { shape.chest = value; },
                 [](const Shaped& body) {
                   return body.at(Joint::UpperChest).z -
                          (body.at(Joint::Hips).z + body.at(Joint::Head).z) / 2;
                 });
}

TEST_CASE("shoulders rise, come forward, and one is higher than the other", "[body_shape]") {
  check_monotone([](double value, Shape& shape) { shape.raise = value; },
                 [](const Shaped& body) { return body.at(Joint::RightUpperArm).y; });
  check_monotone([](double value, Shape& shape) { shape.round = value; },
                 [](const Shaped& body) { return body.at(Joint::LeftUpperArm).z; });
  check_monotone([](double value, Shape& shape) { shape.tilt = value; },
                 [](const Shaped& body) {
                   return body.at(Joint::LeftUpperArm).y - body.at(Joint::RightUpperArm).y;
                 });
}

TEST_CASE("the beauty line is an S: hips out over the left leg, shoulders counter, head back",
          "[body_shape]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Shaped left = shaped(*body, {.line = 1});
    const double pelvis = left.at(Joint::LeftUpperLeg).y - left.at(Joint::RightUpperLeg).y;
    const double shoulders = left.at(Joint::LeftUpperArm).y - left.at(Joint::RightUpperArm).y;
    CHECK(left.at(Joint::Hips).x > 0.04);
    CHECK(pelvis > 0.01);      // the hip that bears is high
    CHECK(shoulders < -0.02);  // and the shoulder over it low
    const Vec3 up = left.model.character_from_joint[body::index_of(Joint::Head)] * Vec3{0, 1, 0};
    CHECK(std::abs(up.x) < 0.1);  // the head is upright over both
    const Shaped right = shaped(*body, {.line = -1});
    CHECK(right.at(Joint::Hips).x == Approx(-left.at(Joint::Hips).x).margin(1e-9));
  }
}

TEST_CASE("the centre of mass goes its share of the way to the edge of the support",
          "[body_shape]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Vec3 rest_m = shaped(*body, {}).mass_m;
    const Vec3 left_m = shaped(*body, {.balance = {0.8, 0}}).mass_m;
    CHECK(left_m.x - rest_m.x == Approx(towards_edge_m(*body, {}, {0.8, 0})[0]).margin(0.002));
    const Vec3 back_m = shaped(*body, {.posture = -1, .balance = {0, -0.5}}).mass_m;
    CHECK(back_m.z - rest_m.z == Approx(towards_edge_m(*body, {}, {0, -0.5})[1]).margin(0.002));
  }
}

TEST_CASE("every shape is within its bounds, and no foot slides", "[body_shape]") {
  test::RandomRotations random(3);
  for (int i = 0; i < 2000; ++i) {
    const body::Body& body = i % 2 == 0 ? test::ada() : test::ben();
    const Shape shape = test::any_shape(random);
    REQUIRE(valid(shape_offsets(body, shape)));
    const Shaped rest = shaped(body, {});
    const Shaped now = shaped(body, shape);
    for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
      REQUIRE(length(now.at(foot) - rest.at(foot)) < 1e-6);
    }
  }
}

TEST_CASE("a stance of 1 is 10 cm wider, its toes 30 degrees out", "[body_shape]") {
  const body::BodyOffsets apart = shape_offsets(test::ada(), {.width = 1, .toes = 1});
  CHECK(apart.feet[0].moved_m.x - apart.feet[1].moved_m.x == Approx(0.1));
  CHECK(apart.feet[0].yaw_rad == Approx(30 * kDegree));
  CHECK(apart.feet[1].yaw_rad == Approx(-30 * kDegree));
  CHECK(std::abs(apart.pelvis_m.x) < 1e-6);
}

TEST_CASE("whoever leans to the edge stays over the feet, however they stand", "[body_shape]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Shaped rest = shaped(*body, {});
    double aside_m = 0;
    for (const double width : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      for (const double toes : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        const auto foot = [&](Joint ankle, Joint ball, double side) {
          const Vec3 at_m = rest.at(ankle) + Vec3{side * 0.05 * width, 0, 0};
          const Quat turn = rotation_about({0, 1, 0}, side * toes * 30 * kDegree);
          return std::array{at_m, at_m + turn * (rest.at(ball) - rest.at(ankle))};
        };
        const auto left = foot(Joint::LeftFoot, Joint::LeftToes, 1);
        const auto right = foot(Joint::RightFoot, Joint::RightToes, -1);
        for (const double share : {-1.0, -0.4, 0.0, 0.4, 1.0}) {
          for (const double ahead : {-1.0, -0.4, 0.0, 0.4, 1.0}) {
            const auto way_m =
                towards_edge_m(*body, {.width = width, .toes = toes}, {share, ahead});
            const Vec3 mass_m = rest.mass_m + Vec3{way_m[0], 0, way_m[1]};
            CAPTURE(width, toes, share, ahead);
            CHECK(test::movement::inside_support_cm(mass_m,
                                                    {left[0], left[1], right[1], right[0]}) > 0);
          }
        }
      }
      const double farther_m = towards_edge_m(*body, {.width = width}, {1, 0})[0];
      CHECK(farther_m > aside_m);
      aside_m = farther_m;
    }
  }
}

}  // namespace kine::solve::body_shape_test
