// Tests for realizer/dynamics/physical/falling.h.
#include "realizer/dynamics/physical/falling.h"

#include <algorithm>
#include <cmath>

#include "realizer/dynamics/physical/body_map.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/standing_body.h"

namespace kine::dynamics::physical::falling_test {
namespace {

constexpr MassPoint kWanted{.position_m = {0, 1, 0.02}, .velocity_m_s = {}};

}  // namespace

TEST_CASE("a body falls whose centre of mass is far off its feet, or far down", "[falling]") {
  Fall fall;
  notice_fall({.position_m = {0, 1, 0.2}, .velocity_m_s = {}}, kWanted, false, 0.002, fall);
  CHECK_FALSE(fall.has_begun());
  Fall ahead;
  notice_fall({.position_m = {0, 1, 0.3}, .velocity_m_s = {}}, kWanted, false, 0.002, ahead);
  CHECK(ahead.has_begun());
  CHECK(ahead.towards.z == Approx(1));
  Fall down;
  notice_fall({.position_m = {0, 0.7, 0.02}, .velocity_m_s = {}}, kWanted, false, 0.002, down);
  CHECK(down.has_begun());
}

TEST_CASE("a body rests once it has lain still, and not where it turns back", "[falling]") {
  const double still[] = {0, 0, 0.01, 0, 0, 0};
  Fall begun{.since_s = 0.1};
  notice_rest(still, 0.1, begun);
  CHECK(begun.resting_s == 0);
  Fall later{.since_s = 2};
  notice_rest(still, 0.1, later);
  notice_rest(still, 0.1, later);
  CHECK(later.resting_s == Approx(0.2));
  const double moving[] = {0, 0.5, 0, 0, 0, 0};
  notice_rest(moving, 0.1, later);
  CHECK(later.resting_s == 0);
}

TEST_CASE("who falls gives way and puts out the hands", "[falling]") {
  const Figure figure = whole_body_of(test::ada());
  std::array<double, kCoordinatesMax> wanted = {};
  for (const FigureJoint& joint : figure.joints) {
    if (joint.is_ball()) wanted[joint.coordinate] = 1;
  }
  Firmness firmness;
  firmness.stiffness_Nm_rad.fill(1000);
  firmness.compensation.fill(1);
  give_way(figure, {.since_s = 2, .resting_s = 0, .towards = {0, 0, 1}}, wanted, firmness);
  const FigureJoint* const knee = find_joint(figure, body::Joint::LeftLowerLeg);
  CHECK(wanted[knee->coordinate] > 1);
  CHECK(firmness.stiffness_Nm_rad[knee->degree] < 100);
  CHECK(firmness.compensation[knee->degree] == 0);
  const FigureJoint* const arm = find_joint(figure, body::Joint::LeftUpperArm);
  const Vec3 along = rotation_of(*arm, wanted) * Vec3{1, 0, 0};
  CHECK(along.z > 0.7);  // ahead
}

TEST_CASE("600 N fell a body, where they push it, and it comes to rest", "[falling][sweep]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    test::StandingBody standing(*body);
    for (int eighth = 0; eighth < 8; ++eighth) {
      CAPTURE(body->name, eighth);
      const Vec3 force_N{600 * std::sin(eighth * M_PI / 4), 0, 600 * std::cos(eighth * M_PI / 4)};
      const auto states = standing.stand(9, test::Shove{force_N});
      REQUIRE(states.size() == 540);
      CHECK(states.back().fall.has_begun());
      CHECK(states.back().fall.resting_s > 0.5);
      CHECK(test::hips_m(states.back()).y < 0.3);
      CHECK(dot(test::hips_m(states.back()), force_N) > 0);
      for (const TorsoState& state : states) CHECK(test::hips_m(state).y > 0.08);
    }
  }
}

TEST_CASE("no shove throws a body into the air", "[falling][sweep]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    test::StandingBody standing(*body);
    const double stands_m = body->offsets_m[0].y;
    for (const double force_N : {350.0, 500.0}) {
      for (int eighth = 0; eighth < 8; ++eighth) {
        CAPTURE(body->name, force_N, eighth);
        const double towards_rad = eighth * M_PI / 4;
        const Vec3 shove_N{force_N * std::sin(towards_rad), 0, force_N * std::cos(towards_rad)};
        double highest_m = 0;
        for (const TorsoState& state : standing.stand(6, test::Shove{shove_N})) {
          highest_m = std::max(highest_m, test::hips_m(state).y);
        }
        CHECK(highest_m < 1.15 * stands_m);
      }
    }
  }
}

}  // namespace kine::dynamics::physical::falling_test
