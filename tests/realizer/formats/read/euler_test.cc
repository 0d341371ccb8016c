// Tests for realizer/formats/read/euler.h. Eigen's matrices say what three turns make.
#include "realizer/formats/read/euler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <eigen3/Eigen/Geometry>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::euler_test {

using namespace kine;
using formats::EulerZxy;

namespace {

constexpr double kPi = std::numbers::pi;

Eigen::Quaterniond turned(const EulerZxy& angles) {
  return Eigen::AngleAxisd(angles.z, Eigen::Vector3d::UnitZ()) *
         Eigen::AngleAxisd(angles.x, Eigen::Vector3d::UnitX()) *
         Eigen::AngleAxisd(angles.y, Eigen::Vector3d::UnitY());
}

Quat quat_of(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

double error_rad(const Quat& rotation, const EulerZxy& angles) {
  return turned(angles).angularDistance(
      Eigen::Quaterniond(rotation.w, rotation.x, rotation.y, rotation.z));
}

}  // namespace

TEST_CASE("the three turns make the rotation", "[formats][euler]") {
  test::RandomRotations random(3);
  for (int i = 0; i < 1000; ++i) {
    const Quat rotation = random.within(kPi);
    CHECK(error_rad(rotation, formats::euler_zxy(rotation, {})) < 1e-7);
  }
}

TEST_CASE("a turn about one axis is that turn", "[formats][euler]") {
  const auto is = [](const EulerZxy& angles, double z, double x, double y) {
    return std::abs(angles.z - z) + std::abs(angles.x - x) + std::abs(angles.y - y) < 1e-12;
  };
  CHECK(is(formats::euler_zxy(rotation_about({0, 0, 1}, 0.7), {}), 0.7, 0, 0));
  CHECK(is(formats::euler_zxy(rotation_about({1, 0, 0}, -0.7), {}), 0, -0.7, 0));
  CHECK(is(formats::euler_zxy(rotation_about({0, 1, 0}, 2.5), {}), 0, 0, 2.5));
}

TEST_CASE("a turn by a quarter about x still makes the rotation", "[formats][euler]") {
  for (const double x : {kPi / 2, -kPi / 2}) {
    for (const double y : {0.0, 0.4, -2.0}) {
      const Quat rotation = quat_of(turned({.z = 0.3, .x = x, .y = y}));
      CHECK(error_rad(rotation, formats::euler_zxy(rotation, {.z = 1, .x = 1, .y = 1})) < 1e-6);
    }
  }
}

TEST_CASE("a motion without jumps gives angles without jumps", "[formats][euler]") {
  // Three whole turns about each axis, past the quarter of x, where angles like to jump.
  const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3& axis : axes) {
    EulerZxy before;
    double farthest = 0;
    for (int degree = 1; degree <= 3 * 360; ++degree) {
      const Quat rotation = rotation_about(axis, degree * kPi / 180);
      const EulerZxy angles = formats::euler_zxy(rotation, before);
      farthest = std::max({farthest, std::abs(angles.x - before.x), std::abs(angles.y - before.y),
                           std::abs(angles.z - before.z)});
      before = angles;
    }
    CHECK(farthest == Approx(kPi / 180).epsilon(1e-3));
    CHECK(before.x + before.y + before.z == Approx(6 * kPi));
  }
}

TEST_CASE("the turns of every order make the rotation, upright ones too", "[formats][euler]") {
  const std::array<formats::EulerOrder, 6> orders = {
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  const auto made = [](const formats::EulerOrder& order, const formats::EulerAngles& angles) {
    Eigen::Quaterniond turned = Eigen::Quaterniond::Identity();
    for (std::size_t i = 0; i < 3; ++i) {
      turned =
          turned * Eigen::AngleAxisd(angles[i], Eigen::Vector3d::Unit(static_cast<int>(order[i])));
    }
    return turned;
  };
  test::RandomRotations random(4);
  for (const formats::EulerOrder& order : orders) {
    CAPTURE(order[0], order[1], order[2]);
    for (int i = 0; i < 300; ++i) {
      const Quat rotation = random.within(kPi);
      const auto angles = formats::euler_angles(rotation, order, {0.3, -4, 9});
      CHECK(made(order, angles)
                .angularDistance(
                    Eigen::Quaterniond(rotation.w, rotation.x, rotation.y, rotation.z)) < 1e-7);
    }
    for (const double middle : {kPi / 2, -kPi / 2}) {
      const Eigen::Quaterniond upright = made(order, {0.3, middle, -0.8});
      const auto angles = formats::euler_angles(quat_of(upright), order, {1, 1, 1});
      CHECK(made(order, angles).angularDistance(upright) < 1e-6);
    }
    const auto known =
        formats::euler_angles(quat_of(made(order, {2.5, -1.1, 0.4})), order, {2.4, -1.0, 0.5});
    CHECK(std::abs(known[0] - 2.5) + std::abs(known[1] + 1.1) + std::abs(known[2] - 0.4) < 1e-9);
  }
}

}  // namespace kine::euler_test
