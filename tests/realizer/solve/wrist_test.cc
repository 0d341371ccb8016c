// Tests for realizer/solve/wrist.h.
#include "realizer/solve/wrist.h"

#include <cmath>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::wrist_test {

using namespace kine;
using namespace kine::solve;
using body::Joint;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr Vec3 kPalm = {0, -1, 0};
constexpr Vec3 kAlong = {1, 0, 0};  // of the left arm

/// A left forearm that lies as in T-pose: along +x, the palm down.
WristRequest left_wrist(const Vec3& palm_towards) {
  const body::Body& ada = test::ada();
  return {.side = body::Side::Left,
          .character_from_forearm = {},
          .lower_arm = ada.limits[index_of(Joint::LeftLowerArm)],
          .hand = ada.limits[index_of(Joint::LeftHand)],
          .first = {kPalm, palm_towards},
          .second = {}};
}

Quat hand_of(const WristSolution& solution) {
  return rotation_about({1, 0, 0}, solution.pronation_rad) * solution.hand;
}

}  // namespace

TEST_CASE("a palm that is there already costs no turn", "[wrist]") {
  const WristSolution solution = solve_wrist(left_wrist(kPalm));
  CHECK(std::abs(solution.pronation_rad) < 1e-3);
  CHECK(angle_between({}, solution.hand) < 1e-3);
  CHECK(solution.miss_rad < 1e-9);
}

TEST_CASE("the forearm turns before the wrist bends", "[wrist]") {
  const WristSolution solution = solve_wrist(left_wrist({0, 0, 1}));
  CHECK(length(hand_of(solution) * kPalm - Vec3{0, 0, 1}) < 1e-3);
  CHECK(std::abs(solution.pronation_rad) > 60 * kDegree);
}

TEST_CASE("both aims are met where the joints allow it", "[wrist]") {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> pronation(-80 * kDegree, 80 * kDegree);
  std::uniform_real_distribution<double> deviation(-20 * kDegree, 30 * kDegree);
  std::uniform_real_distribution<double> flexion(-70 * kDegree, 60 * kDegree);
  for (int i = 0; i < 500; ++i) {
    const Quat possible = rotation_about({1, 0, 0}, pronation(engine)) *
                          from_rotation_vector({0, deviation(engine), flexion(engine)});
    WristRequest request = left_wrist(possible * kPalm);
    request.second = {kAlong, possible * kAlong};

    const WristSolution solution = solve_wrist(request);

    REQUIRE(solution.miss_rad < 1e-9);
    REQUIRE(angle_between(hand_of(solution), possible) < 1e-9);
  }
}

TEST_CASE("one aim alone is met by a hand that is no more awkward than it need be", "[wrist]") {
  std::mt19937 engine(6);
  std::uniform_real_distribution<double> pronation(-80 * kDegree, 80 * kDegree);
  std::uniform_real_distribution<double> flexion(-60 * kDegree, 60 * kDegree);
  for (int i = 0; i < 200; ++i) {
    const Quat possible =
        rotation_about({1, 0, 0}, pronation(engine)) * rotation_about({0, 0, 1}, flexion(engine));
    const WristSolution solution = solve_wrist(left_wrist(possible * kPalm));
    REQUIRE(solution.miss_rad < 1e-4);
    REQUIRE(length(hand_of(solution) * kPalm - possible * kPalm) < 1e-4);
  }
}

TEST_CASE("past the limits the hand stays within them and says how far it misses", "[wrist]") {
  // The palm of a straight arm cannot look back along the arm.
  const WristRequest request = left_wrist({1, 0, 0});
  const WristSolution solution = solve_wrist(request);

  const body::JointLimits& hand = request.hand;
  CHECK(within_limits(hand, solution.hand) == solution.hand);
  CHECK(solution.pronation_rad >= request.lower_arm.min_rad.x);
  CHECK(solution.pronation_rad <= request.lower_arm.max_rad.x);
  const Vec3 palm = hand_of(solution) * kPalm;
  CHECK(solution.miss_rad == Approx(std::acos(palm.x)).margin(1e-6));
  CHECK(solution.miss_rad > 10 * kDegree);
}

TEST_CASE("of two aims that contradict each other the first is met", "[wrist]") {
  WristRequest request = left_wrist({0, 0, 1});
  request.second = {kAlong, unit(Vec3{1, 0, 0.5})};  // not square to the first

  const WristSolution solution = solve_wrist(request);

  CHECK(solution.miss_rad < 1e-4);
  const Vec3 along = hand_of(solution) * kAlong;
  CHECK(length(along - Vec3{1, 0, 0}) < 0.02);  // what of the second is square to the first
}

TEST_CASE("two aims make a rotation even where they say the same", "[wrist]") {
  const Quat hand = hand_from_aims({kPalm, {0, 0, 1}}, {kPalm, {0, 0, 1}});
  CHECK(length(hand * kPalm - Vec3{0, 0, 1}) < 1e-12);
  CHECK(dot(hand, hand) == Approx(1));
}

}  // namespace kine::wrist_test
