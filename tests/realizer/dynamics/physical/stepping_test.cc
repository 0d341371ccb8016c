// Tests for realizer/dynamics/physical/stepping.h: bodies that are pushed too far to stand.
#include "realizer/dynamics/physical/stepping.h"

#include <algorithm>
#include <cmath>

#include "realizer/dynamics/physical/legs.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/standing_body.h"

namespace kine::dynamics::physical::stepping_test {
namespace {

struct Answer {
  bool stands = false;  // on both feet, in the end or where it has come to a stand elsewhere
  int steps = 0;
};

Answer answer_to(test::StandingBody& standing, const Vec3& force_N) {
  Answer answer;
  for (const TorsoState& state : standing.stand(5, test::Shove{force_N})) {
    answer.steps = std::max(answer.steps, state.stepping.steps);
    answer.stands = !state.fall.has_begun();
    if (state.stepping.phase == Stepping::Phase::Done || !answer.stands) break;
  }
  return answer;
}

Vec3 push(double force_N, int eighth) {
  return {force_N * std::sin(eighth * M_PI / 4), 0, force_N * std::cos(eighth * M_PI / 4)};
}

}  // namespace

TEST_CASE("a body takes no step where its feet are enough", "[stepping]") {
  test::StandingBody standing(test::ada());
  for (int eighth = 0; eighth < 8; ++eighth) {
    const Answer answer = answer_to(standing, push(45, eighth));
    CHECK(answer.stands);
    CHECK(answer.steps == 0);
  }
}

TEST_CASE("150 N from any direction are stood, with two steps at the most", "[stepping][sweep]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    test::StandingBody standing(*body);
    for (int eighth = 0; eighth < 8; ++eighth) {
      CAPTURE(body->name, eighth);
      const Answer answer = answer_to(standing, push(150, eighth));
      CHECK(answer.stands);
      CHECK(answer.steps <= 2);
    }
  }
}

TEST_CASE("300 N from behind and from ahead are stood with steps", "[stepping]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    test::StandingBody standing(*body);
    for (const int eighth : {0, 4}) {
      CAPTURE(body->name, eighth);
      const Answer answer = answer_to(standing, push(300, eighth));
      CHECK(answer.stands);
      CHECK(answer.steps >= 1);
      CHECK(answer.steps <= 2);
    }
  }
}

TEST_CASE("up to 300 N are stood from most directions, with two steps at the most",
          "[stepping][sweep]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    test::StandingBody standing(*body);
    for (const double force_N : {200.0, 250.0, 275.0, 300.0}) {
      int stood = 0;
      for (int eighth = 0; eighth < 8; ++eighth) {
        const Answer answer = answer_to(standing, push(force_N, eighth));
        if (answer.stands && answer.steps <= 2) ++stood;
      }
      CAPTURE(body->name, force_N);
      CHECK(stood >= 5);
    }
  }
}

TEST_CASE("a body steps to the side to which it falls", "[stepping]") {
  test::StandingBody standing(test::ada());
  for (const TorsoState& state : standing.stand(3, test::Shove{{150, 0, 0}})) {
    if (state.stepping.phase != Stepping::Phase::Swing) continue;
    CHECK(state.stepping.to_m.x > 0.2);
    break;
  }
}

TEST_CASE("the foot that carries less steps, and crosses the other one", "[stepping]") {
  test::StandingBody standing(test::ada());
  for (const double side : {1.0, -1.0}) {
    bool steps = false;
    for (const TorsoState& state : standing.stand(3, test::Shove{{side * 250, 0, 0}})) {
      if (state.stepping.phase != Stepping::Phase::Swing) continue;
      CHECK(state.stepping.swing == (side > 0 ? 1 : 0));
      CHECK(state.stepping.crosses);
      CHECK(state.stepping.passes == 1);
      steps = true;
      break;
    }
    CHECK(steps);
  }
}

TEST_CASE("a foot that crosses goes around the other one", "[stepping]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    test::StandingBody standing(*body);
    const Figure figure = whole_body_of(*body);
    for (const double force_N : {150.0, 250.0, 300.0}) {
      double nearest_m = 1;
      for (const TorsoState& state : standing.stand(2, test::Shove{{force_N, 0, 0}})) {
        if (state.stepping.phase != Stepping::Phase::Swing) continue;
        const auto ankle = [&](std::size_t side) {
          return ankle_m(figure, side, hips_of(state.engine.positions), state.engine.positions);
        };
        nearest_m = std::min(nearest_m, length(ankle(0) - ankle(1)));
      }
      CAPTURE(body->name, force_N);
      CHECK(nearest_m > 0.1);
    }
  }
}

}  // namespace kine::dynamics::physical::stepping_test
