// A body that sleeps, and what wakes it. No header of its own: the subject is
// realizer/dynamics/physical/torso_sleep.cc.
#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/standing_body.h"

namespace kine::dynamics::physical::torso_sleep_test {
namespace {

std::size_t steps_in(double length_s, const test::StandingWish& wish) {
  test::StepLog log;
  test::StandingBody(test::ada(), log).stand(length_s, wish);
  return log.steps.size();
}

/// About the first hinge of the spine.
double bow_rad(const TorsoState& state) {
  const Figure figure = whole_body_of(test::ada());
  return state.engine.positions[find_joint(figure, body::Joint::Spine)->coordinate];
}

}  // namespace

TEST_CASE("a body that has rested for two seconds takes no more steps", "[torso_sleep]") {
  const std::size_t in_three = steps_in(3, {.may_sleep = true});
  CHECK(steps_in(6, {.may_sleep = true}) == in_three);
  CHECK(steps_in(6, {}) > in_three + 600);
  const auto states = test::StandingBody(test::ada()).stand(6, {.may_sleep = true});
  CHECK(length(test::hips_m(states.back()) - test::hips_m(states[180])) < 1e-12);
}

TEST_CASE("a body that sleeps goes along with what is wanted, and no farther from it",
          "[torso_sleep]") {
  constexpr double kBows_rad_s = 0.02;
  const auto states =
      test::StandingBody(test::ada()).stand(5, {.may_sleep = true, .bows_rad_s = kBows_rad_s});
  REQUIRE(states.size() == 300);
  CHECK(std::abs(bow_rad(states[299]) - bow_rad(states[180])) ==
        Approx(kBows_rad_s * 119 / 60).epsilon(1e-3));
  CHECK(states[299].engine.positions[1] == states[180].engine.positions[1]);
}

TEST_CASE("what is wanted fast, and a push, wake a body", "[torso_sleep]") {
  const auto pushed =
      test::StandingBody(test::ada())
          .stand(6, {.shove = test::Shove{.force_N = {0, 0, 45}, .at_s = 4}, .may_sleep = true});
  const auto away_m = [&](std::size_t tick) {
    return length(test::hips_m(pushed[tick]) - test::hips_m(pushed[230]));
  };
  CHECK(away_m(239) < 1e-12);
  CHECK(away_m(260) > 0.001);
  CHECK(away_m(359) < 0.005);
  CHECK(steps_in(5, {.may_sleep = true, .bows_rad_s = 0.15}) > 5 * 60 * 4);
}

TEST_CASE("a body that a push holds is not asleep when it is let go", "[torso_sleep]") {
  // It leans against the push for five seconds, and comes back when that ends.
  const auto states =
      test::StandingBody(test::ada())
          .stand(12, {.shove = test::Shove{.force_N = {0, 0, 20}, .at_s = 1, .lasts_s = 5},
                      .may_sleep = true});
  REQUIRE(states.size() == 720);
  const Vec3 rest = test::hips_m(states[50]);
  CHECK(length(test::hips_m(states[350]) - rest) > 0.001);
  CHECK(length(test::hips_m(states[719]) - rest) < 0.0005);
}

}  // namespace kine::dynamics::physical::torso_sleep_test
