// Tests for realizer/solve/standing_body.h: slopes against central differences, the model against
// forward kinematics.
#include "realizer/solve/standing_body.h"

#include <cstddef>

#include "realizer/body/centre_of_mass.h"
#include "realizer/solve/body_shift.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::solve::standing_body_test {
namespace {

using body::Body;
using Rotations = StandingBody::Rotations;

constexpr double kSharp_m = 1e-9;

/// The body at rest with its arms anywhere.
Rotations with_any_arms(const Body& body, test::RandomRotations& random) {
  Rotations rotations = body.base_pose;
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    rotations[body::index_of(arm.shoulder)] = random.within(0.1);
    rotations[body::index_of(arm.upper_arm)] = random.within(2);
    rotations[body::index_of(arm.lower_arm)] = random.within(1);
  }
  return rotations;
}

Unknowns any_unknowns(test::RandomRotations& random, double size) {
  Unknowns unknowns = {};
  for (double& each : unknowns) each = random.number(-size, size);
  for (std::size_t i = 0; i < kFirstPelvisTurn; ++i) unknowns[i] *= 0.2;
  return unknowns;
}

void check_slopes(const SlopedPoint& at, const SlopedPoint& before, const SlopedPoint& after,
                  std::size_t unknown, double step) {
  const Vec3 measured = (after.at_m - before.at_m) / (2 * step);
  CAPTURE(unknown, at.slopes[unknown].x, measured.x, at.slopes[unknown].y, measured.y,
          at.slopes[unknown].z, measured.z);
  REQUIRE(length(measured - at.slopes[unknown]) < 2e-5);
}

}  // namespace

TEST_CASE("every slope is that of central differences", "[standing_body]") {
  test::RandomRotations random(5);
  constexpr double kStep = 1e-6;
  for (int i = 0; i < 200; ++i) {
    const Body& body = i % 2 == 0 ? test::ada() : test::ben();
    const StandingBody standing(body, with_any_arms(body, random), 0.002);
    const Unknowns unknowns = any_unknowns(random, 0.4);
    const Standing at = standing.evaluate(unknowns);
    for (std::size_t unknown = 0; unknown < kUnknownCount; ++unknown) {
      Unknowns less = unknowns;
      Unknowns more = unknowns;
      less[unknown] -= kStep;
      more[unknown] += kStep;
      const Standing before = standing.evaluate(less);
      const Standing after = standing.evaluate(more);
      check_slopes(at.mass, before.mass, after.mass, unknown, kStep);
      for (std::size_t side = 0; side < 2; ++side) {
        check_slopes(at.shoulders[side], before.shoulders[side], after.shoulders[side], unknown,
                     kStep);
      }
    }
  }
}

TEST_CASE("where nothing moves it, the model's centre of mass is the body's", "[standing_body]") {
  test::RandomRotations random(6);
  for (int i = 0; i < 100; ++i) {
    const Body& body = i % 2 == 0 ? test::ada() : test::ben();
    const Rotations rotations = with_any_arms(body, random);
    const Vec3 mass_m = StandingBody(body, rotations, kSharp_m).evaluate({}).mass.at_m;
    const Vec3 expected_m = body::centre_of_mass_m(body, body.compute_model(rotations));
    REQUIRE(length(mass_m - expected_m) < 1e-8);
  }
}

TEST_CASE("moved, it is within millimetres of that of the body with feet that stay",
          "[standing_body]") {
  test::RandomRotations random(7);
  for (int i = 0; i < 500; ++i) {
    const Body& body = i % 2 == 0 ? test::ada() : test::ben();
    const Carriage rest{.hips_m = body.offsets_m[0], .parent_from_joint = body.base_pose};
    const Unknowns unknowns = any_unknowns(random, 0.2);
    const Carriage moved = shifted(shift_of(body, with_unknowns(unknowns, {}), rest), rest);
    const Body::Model model = body.compute_model(moved.parent_from_joint);
    const Vec3 expected_m = centre_of_mass_m(body, model) + moved.hips_m - rest.hips_m;
    const Vec3 mass_m =
        StandingBody(body, rest.parent_from_joint, kSharp_m).evaluate(unknowns).mass.at_m;
    REQUIRE(length(mass_m - expected_m) < 0.008);
  }
}

TEST_CASE("unknowns are what they stand for, and back", "[standing_body]") {
  Unknowns unknowns = {};
  for (std::size_t i = 0; i < kUnknownCount; ++i) unknowns[i] = 0.01 * static_cast<double>(i + 1);
  const body::BodyOffsets kept{.spine_rad = {Vec3{}, Vec3{}, Vec3{}, Vec3{1, 0, 0}, Vec3{}},
                               .clavicles_rad = {Vec3{0.5, 0, 0}, Vec3{}}};
  const body::BodyOffsets offsets = with_unknowns(unknowns, kept);
  CHECK(unknowns_of(offsets) == unknowns);
  CHECK(offsets.spine_rad[3] == Vec3{1, 0, 0});
  CHECK(offsets.clavicles_rad[0].x == 0.5);
}

}  // namespace kine::solve::standing_body_test
