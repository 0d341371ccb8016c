// Tests for realizer/math/quat.h: Eigen is the independent oracle, closed forms are the other.
#include "realizer/math/quat.h"

#include <cmath>
#include <eigen3/Eigen/Geometry>
#include <random>

#include "tests/support/catch.h"

namespace kine::quat_test {

using namespace kine;

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kTrials = 2000;

Eigen::Quaterniond eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }
Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

double distance(const Quat& a, const Eigen::Quaterniond& b) {
  return (eigen(a).coeffs() - b.coeffs()).norm();
}
double distance(const Vec3& a, const Eigen::Vector3d& b) { return (eigen(a) - b).norm(); }

class Dice {
 public:
  Vec3 vector() { return {normal_(engine_), normal_(engine_), normal_(engine_)}; }
  Vec3 direction() { return unit(vector()); }
  Quat rotation() {
    return normalized({normal_(engine_), normal_(engine_), normal_(engine_), normal_(engine_)});
  }
  double angle() { return std::uniform_real_distribution<double>(-kPi, kPi)(engine_); }

 private:
  std::mt19937 engine_{7};
  std::normal_distribution<double> normal_;
};

}  // namespace

TEST_CASE("products and rotated vectors are Eigen's", "[quat]") {
  Dice dice;
  for (int i = 0; i < kTrials; ++i) {
    const Quat a = dice.rotation();
    const Quat b = dice.rotation();
    const Vec3 v = dice.vector();
    REQUIRE(distance(a * b, eigen(a) * eigen(b)) < 1e-14);
    REQUIRE(distance(a * v, eigen(a) * eigen(v)) < 1e-13);
    REQUIRE(distance(conjugate(a), eigen(a).conjugate()) == 0);
  }
}

TEST_CASE("a turn about an axis is Eigen's", "[quat]") {
  Dice dice;
  for (int i = 0; i < kTrials; ++i) {
    const Vec3 axis = dice.direction();
    const double angle = dice.angle();
    const Eigen::Quaterniond expected(Eigen::AngleAxisd(angle, eigen(axis)));
    REQUIRE(distance(rotation_about(axis, angle), expected) < 1e-14);
  }
}

TEST_CASE("positive turns follow the right hand", "[quat]") {
  const Vec3 turned = rotation_about({0, 1, 0}, kPi / 2) * Vec3{0, 0, 1};
  CHECK(distance(turned, {1, 0, 0}) < 1e-15);
}

TEST_CASE("the shortest arc takes one direction to the other by the angle between them", "[quat]") {
  Dice dice;
  for (int i = 0; i < kTrials; ++i) {
    const Vec3 from = dice.direction();
    const Vec3 to = dice.direction();
    const Quat arc = shortest_arc(3 * from, 0.2 * to);
    REQUIRE(length(arc * from - to) < 1e-12);
    REQUIRE(angle_between({}, arc) == Approx(std::acos(dot(from, to))).margin(1e-7));
  }
}

TEST_CASE("the shortest arc between opposite directions is a half turn", "[quat]") {
  for (const Vec3& from : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}}) {
    const Quat arc = shortest_arc(from, -from);
    CHECK(length(arc * from + from) < 1e-12);
    CHECK(angle_between({}, arc) == Approx(kPi));
  }
}

TEST_CASE("the axes of a rotation give the rotation back", "[quat]") {
  Dice dice;
  for (int i = 0; i < kTrials; ++i) {
    const Quat q = dice.rotation();
    const Quat back = from_axes(q * Vec3{1, 0, 0}, q * Vec3{0, 1, 0}, q * Vec3{0, 0, 1});
    REQUIRE(std::abs(dot(q, back)) == Approx(1).margin(1e-13));
  }
  // Half turns, where the trace says nothing.
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const Quat q = rotation_about(axis, kPi);
    const Quat back = from_axes(q * Vec3{1, 0, 0}, q * Vec3{0, 1, 0}, q * Vec3{0, 0, 1});
    CHECK(std::abs(dot(q, back)) == Approx(1));
  }
}

TEST_CASE("exp undoes log, near the identity and far from it", "[quat]") {
  Dice dice;
  for (int i = 0; i < kTrials; ++i) {
    const Quat q = dice.rotation();
    REQUIRE(distance(exp(log(q)), eigen(q)) < 1e-13);
  }
  const Quat tiny = rotation_about({0, 0, 1}, 1e-11);
  CHECK(log(tiny).z == Approx(5e-12));
  CHECK(exp(Vec3{}) == Quat{});
}

TEST_CASE("a rotation vector is the angle about the axis, the short way round", "[quat]") {
  const Vec3 axis = unit(Vec3{1, -2, 0.5});

  CHECK(length(rotation_vector(rotation_about(axis, 2.5)) - 2.5 * axis) < 1e-12);
  CHECK(length(rotation_vector(rotation_about(axis, 4.0)) - (4.0 - 2 * kPi) * axis) < 1e-12);
  CHECK(angle_between(rotation_about(axis, 0.3), rotation_about(axis, -0.4)) == Approx(0.7));
}

TEST_CASE("slerp is Eigen's, and takes the shorter way", "[quat]") {
  Dice dice;
  for (int i = 0; i < kTrials; ++i) {
    const Quat a = dice.rotation();
    const Quat b = dice.rotation();
    const double h = 0.5 + dice.angle() / (2 * kPi);
    const Eigen::Quaterniond expected = eigen(a).slerp(h, eigen(b));
    REQUIRE(std::abs(eigen(slerp(a, b, h)).dot(expected)) == Approx(1).margin(1e-12));
  }
}

TEST_CASE("swing and twist multiply to the whole, the one about the axis, the other square to it",
          "[quat]") {
  Dice dice;
  for (int i = 0; i < kTrials; ++i) {
    const Quat q = dice.rotation();
    const Vec3 axis = dice.direction();
    const SwingTwist parts = swing_twist(q, axis);
    REQUIRE(distance(parts.swing * parts.twist, eigen(q)) < 1e-13);
    REQUIRE(length(cross(log(parts.twist), axis)) < 1e-12);
    REQUIRE(dot(Vec3{parts.swing.x, parts.swing.y, parts.swing.z}, axis) ==
            Approx(0).margin(1e-13));
  }
}

TEST_CASE("a half turn square to the axis has no twist", "[quat]") {
  const Quat q = rotation_about({1, 0, 0}, kPi);
  const SwingTwist parts = swing_twist({1, 0, 0, 0}, {0, 1, 0});
  CHECK(parts.twist == Quat{});
  CHECK(std::abs(dot(parts.swing, q)) == Approx(1));
}

}  // namespace kine::quat_test
