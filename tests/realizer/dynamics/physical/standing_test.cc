// Tests for realizer/dynamics/physical/standing.h: a whole body on its feet.
#include "realizer/dynamics/physical/standing.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/standing_body.h"

namespace kine::dynamics::physical::standing_test {
namespace {

const body::Body* const kBodies[] = {&test::ada(), &test::ben()};

Vec3 direction(int eighth) { return {std::sin(eighth * M_PI / 4), 0, std::cos(eighth * M_PI / 4)}; }

double level_m(const Vec3& v) { return std::hypot(v.x, v.z); }

}  // namespace

TEST_CASE("a body stands as it is wanted to", "[standing]") {
  for (const body::Body* const body : kBodies) {
    const auto states = test::StandingBody(*body).stand(5);
    REQUIRE(states.size() == 300);
    for (const TorsoState& state : states) {
      CHECK(length(test::hips_m(state) - body->offsets_m[0]) < 0.005);
    }
    CHECK(states.back().stands);
    CHECK_FALSE(states.back().fall.has_begun());
  }
}

TEST_CASE("a body that rests takes steps of 5 ms at most, and short ones where it is pushed",
          "[standing]") {
  const auto step_at = [](const test::StepLog& log, double time_s) {
    double now_s = 0;
    for (const test::LoggedStep& each : log.steps) {
      now_s += each.step.count();
      if (now_s > time_s) return each.step.count();
    }
    return 0.0;
  };
  test::StepLog log;
  const auto states =
      test::StandingBody(test::ada(), log).stand(3, test::Shove{.force_N = {0, 0, 45}, .at_s = 2});
  CHECK(step_at(log, 0.1) == Approx(1.0 / 60 / 9));  // ceil(16.7 / 2)
  CHECK(step_at(log, 1.9) == Approx(1.0 / 60 / 4));  // ceil(16.7 / 5)
  CHECK(step_at(log, 2.05) == Approx(1.0 / 60 / 9));
  CHECK(step_at(log, 2.5) == Approx(1.0 / 60 / 9));
  CHECK(length(test::hips_m(states[115]) - test::ada().offsets_m[0]) < 0.005);
}

TEST_CASE("a statue of a million Nm / rad stands, in steps of 5 ms", "[standing]") {
  JointTensions statue;
  statue.fill({.stiffness_Nm_rad = 1e6});
  test::StepLog log;
  const auto states = test::StandingBody(test::ada(), log).stand(10, {.tensions = statue});
  REQUIRE(states.size() == 600);
  CHECK(log.steps.back().step.count() == Approx(1.0 / 60 / 4));
  CHECK(length(test::hips_m(states.back()) - test::ada().offsets_m[0]) < 0.005);
  CHECK_FALSE(states.back().fall.has_begun());
}

TEST_CASE("the ground carries a body that stands", "[standing]") {
  // The weight, along the second degree of freedom of the base: upwards.
  const auto states = test::StandingBody(test::ada()).stand(3);
  CHECK(states.back().ground_Nm[1] == Approx(9.81 * test::ada().weight_kg).epsilon(0.005));
  CHECK(states.back().ground_Nm[0] == Approx(0).margin(1));
}

TEST_CASE("45 N from any direction move a body by centimetres, and it comes back",
          "[standing][sweep]") {
  for (const body::Body* const body : kBodies) {
    test::StandingBody standing(*body);
    for (int eighth = 0; eighth < 8; ++eighth) {
      CAPTURE(body->name, eighth);
      const auto states = standing.stand(6, test::Shove{45 * direction(eighth)});
      REQUIRE(states.size() == 360);
      double most_m = 0;
      for (const TorsoState& state : states) {
        most_m = std::max(most_m, level_m(test::hips_m(state)));
      }
      CHECK(most_m > 0.001);
      CHECK(most_m < 0.03);
      CHECK(length(test::hips_m(states.back()) - body->offsets_m[0]) < 0.005);
    }
  }
}

TEST_CASE("a body that is pushed from the left mirrors one that is pushed from the right",
          "[standing]") {
  test::StandingBody standing(test::ada());
  const auto left = standing.stand(4, test::Shove{{300, 0, 0}});
  const auto right = standing.stand(4, test::Shove{{-300, 0, 0}});
  REQUIRE(left.size() == right.size());
  // It falls: small differences grow.
  for (std::size_t i = 0; i < 100; ++i) {
    const Vec3 a = test::hips_m(left[i]);
    const Vec3 b = test::hips_m(right[i]);
    CHECK(length(a - Vec3{-b.x, b.y, b.z}) < 0.002);
  }
}

TEST_CASE("legs of 70 kg at 1.75 m have the 1,700 Nm / rad of the study", "[standing]") {
  body::Body body = test::ben();
  body.height_m = 1.75;
  body.weight_kg = 70;
  const Figure figure = whole_body_of(body);
  CHECK(leg_stiffness_Nm_rad(figure, {.rest_error_m = 0.01}) == Approx(1700).epsilon(0.01));
  CHECK(leg_stiffness_Nm_rad(figure, {.rest_error_m = 0.1}) <
        leg_stiffness_Nm_rad(figure, {.rest_error_m = 0.01}));
}

TEST_CASE("a body whose centre of mass is ahead leans back by its ankles", "[standing]") {
  const Figure figure = whole_body_of(test::ada());
  std::array<double, kDegreesMax> leaning = {};
  lean_back(figure, {.position_m = {0, 1, 0.05}}, {.position_m = {0, 1, 0}}, leaning);
  const FigureJoint* const foot = find_joint(figure, body::Joint::LeftFoot);
  const FigureJoint* const thigh = find_joint(figure, body::Joint::LeftUpperLeg);
  CHECK(leaning[foot->degree] == Approx(1.5 * 0.05));  // 1.5 rad / m of the study; toes down
  CHECK(leaning[thigh->degree] < 0);
  CHECK(leaning[foot->degree + 1] == 0);
}

}  // namespace kine::dynamics::physical::standing_test
