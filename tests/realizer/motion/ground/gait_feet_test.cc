// Tests for realizer/motion/ground/gait_feet.h.
#include "realizer/motion/ground/gait_feet.h"

#include <cmath>

#include "realizer/motion/ground/gait_way.h"
#include "tests/support/catch.h"
#include "tests/support/motion/gaits.h"

namespace kine::motion::gait_feet_test {
using test::gait_of;
using test::standing_ada;

TEST_CASE("steps are made one after the other, each by the other foot", "[gait]") {
  const pose::Gait gait = gait_of({0.5, 4});
  CHECK(lifts(gait, 1) == Approx(gait.lead_s));
  for (int step = 1; step < gait.steps; ++step) {
    CHECK(lands(gait, step) < lifts(gait, step + 1));
    CHECK(lifts(gait, step + 1) - lifts(gait, step) == Approx(gait.step_s));
    CHECK(foot_of(gait, step) != foot_of(gait, step + 1));
    CHECK(step_at(gait, lifts(gait, step) + 1e-6) == step);
    CHECK(step_at(gait, lifts(gait, step + 1) - 1e-6) == step);
  }
  CHECK(lands(gait, gait.steps) < gait.length_s());
  CHECK(step_at(gait, 0) == 0);
  CHECK(step_at(gait, gait.length_s() + 5) == gait.steps);
}

TEST_CASE("the root is half a step behind the foot that lands, and there with the last", "[gait]") {
  const pose::Gait gait = gait_of({0, 4});
  for (int step = 1; step < gait.steps; ++step) {
    CHECK(step_of_root(gait, lands(gait, step)) == Approx(step - 0.5));
  }
  CHECK(step_of_root(gait, 0) == 0);
  CHECK(step_of_root(gait, gait.length_s()) == Approx(gait.steps - 1));
  // A step in the midst is as long as the way says, by either foot.
  CHECK(stride(gait, 4) == Approx(gait.step_m / gait.usual_m));
  CHECK(stride(gait, 1) == Approx(gait.step_m / gait.usual_m / 2));
}

TEST_CASE("a foot leaves from where it stood and lands where it stands, as fast", "[gait]") {
  constexpr double kMoment = 1e-7;
  const pose::Gait gait = gait_of({-1.3, 3});
  for (int step = 1; step <= gait.steps; ++step) {
    CAPTURE(step);
    const body::Side side = foot_of(gait, step);
    const FeetOfStep before = feet_of(gait, standing_ada(), step - 1);
    const FeetOfStep now = feet_of(gait, standing_ada(), step);
    for (const double time_s : {lifts(gait, step), lands(gait, step)}) {
      const bool leaves = time_s == lifts(gait, step);
      const Foot a = (leaves ? before : now).at(side, time_s - kMoment);
      const Foot b = now.at(side, time_s + kMoment);
      CHECK(length(a.ankle_m - b.ankle_m) < 2e-6);
      CHECK(std::abs(a.pitch_rad - b.pitch_rad) < 2e-6);
      CHECK(std::abs(a.yaw_rad - b.yaw_rad) < 2e-6);
    }
    // It is the other one of the step before, and of the next.
    const body::Side other = foot_of(gait, step + 1);
    const double next_s = lifts(gait, step + 1);
    const Foot carried = now.at(other, next_s - kMoment);
    if (step == gait.steps) continue;
    CHECK(length(feet_of(gait, standing_ada(), step + 1).at(other, next_s).ankle_m -
                 carried.ankle_m) < 2e-6);
  }
}

TEST_CASE("the toes of a foot that carries are where they were put down", "[gait]") {
  const pose::Gait gait = gait_of({0, 4});
  const FeetOfStep feet = feet_of(gait, standing_ada(), 4);
  const auto ball_of = [&](double time_s) {
    const Foot foot = feet.at(foot_of(gait, 3), time_s);
    const Quat turn =
        rotation_about({0, 1, 0}, foot.yaw_rad) * rotation_about({1, 0, 0}, foot.pitch_rad);
    return foot.ankle_m +
           turn * standing_ada().legs[static_cast<std::size_t>(foot_of(gait, 3))].ball_m;
  };
  const Vec3 first_m = ball_of(lifts(gait, 4));
  for (double time_s = lifts(gait, 4); time_s < lifts(gait, 5); time_s += 0.02) {
    REQUIRE(length(ball_of(time_s) - first_m) < 1e-9);
  }
  // And the heel is up by then.
  CHECK(feet.at(foot_of(gait, 3), lifts(gait, 5) - 1e-6).pitch_rad > 0.5);
}

}  // namespace kine::motion::gait_feet_test
