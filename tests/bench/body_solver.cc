// What it is to solve the body of a key pose, and to plan a gesture with a full sketch.
//
// Protects preparation: the solver's p99 below 300 us a key pose, a gesture's below 5 ms. Both
// stand beside a floor of the same run: forward kinematics of the body, eight times.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "realizer/body/centre_of_mass.h"
#include "realizer/core/assert.h"
#include "realizer/prepare/prepare.h"
#include "realizer/solve/body_solver.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/motion/any_shape.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace {

using namespace kine;

constexpr double kSolverMost_us = 300;
constexpr double kGestureMost_us = 5000;

solve::BodyProblem any_problem(const body::Body& body, test::RandomRotations& random) {
  solve::BodyProblem problem{.shape = test::any_shape(random), .rotations = body.base_pose};
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    problem.rotations[body::index_of(arm.upper_arm)] = random.within(1.5);
    const Vec3 wrist_m =
        body.compute_model(problem.rotations).positions_m[body::index_of(arm.hand)];
    if (random.number(-1, 1) > 0) problem.wrists_m[static_cast<std::size_t>(side)] = wrist_m;
  }
  return problem;
}

struct Quantiles {
  double p50_us = 0;
  double p99_us = 0;
};

template <class Work>
Quantiles quantiles_of(int rounds, Work work) {
  std::vector<double> taken_us;
  for (int i = 0; i < rounds; ++i) {
    taken_us.push_back(1e6 * bench::time_of([&] { work(i); }).thread_s);
  }
  return {bench::quantile(taken_us, 0.5), bench::quantile(taken_us, 0.99)};
}

void print(const char* name, const Quantiles& taken, const Quantiles& floor, double most_us) {
  std::printf("%-28s p50 %8.1f us  p99 %8.1f us  %6.1f times the floor", name, taken.p50_us,
              taken.p99_us, taken.p50_us / floor.p50_us);
  if (most_us > 0) std::printf("  (p99 to be below %.0f)", most_us);
  std::printf("\n");
}

const char* const kFullSketch = R"(<script xmlns="urn:kinesphere:script:1">
  <nucleus id="calm" temporal-extent="0.2"/><sketch id="full" nucleus="calm">
    <shape posture="-.6" line=".3" lean=".4" chest="-.4" abdomen=".1" head=".3" raise=".1"
           round=".4" tilt=".1" com="0 .4" legs="-.7" extent="-.3" amplitude=".2" elbows="-.2"
           hold=".2" involvement=".6"/>
    <timing tempo="-.1" duration=".2" pause=".1" anticipation=".2" reaction=".1"
            succession="40ms"/>
  </sketch>
  <gesture id="g" lexeme="wave" start="1" sketch="full"/></script>)";

}  // namespace

int main() {
  constexpr int kRounds = 5000;
  constexpr int kPlans = 500;
  test::RandomRotations random(29);
  std::vector<solve::BodyProblem> problems;
  const auto body_of = [](int i) -> const body::Body& {
    return i % 2 == 0 ? test::ada() : test::ben();
  };
  for (int i = 0; i < kRounds; ++i) problems.push_back(any_problem(body_of(i), random));

  const Quantiles floor = quantiles_of(kRounds, [&](int i) {
    for (int step = 0; step < solve::kSolverStepsMost; ++step) {
      const body::Body& body = body_of(i);
      bench::keep(body::centre_of_mass_m(body, body.compute_model(problems[i].rotations)));
    }
  });
  const Quantiles solver = quantiles_of(
      kRounds, [&](int i) { bench::keep(solve::solve_body(body_of(i), problems[i])); });
  const auto casts = server::make_casts(server::default_characters());
  const Quantiles gesture = quantiles_of(kPlans, [&](int) {
    Diagnostics diagnostics;
    const auto prepared = prepare(
        kFullSketch, {.casts = *casts, .script_id = "script", .character = {}}, diagnostics);
    KINE_ASSERT(prepared);
    bench::keep(prepared);
  });
  print("floor", floor, floor, 0);
  print("solver, a key pose", solver, floor, kSolverMost_us);
  print("gesture with a full sketch", gesture, floor, kGestureMost_us);
  return 0;
}
