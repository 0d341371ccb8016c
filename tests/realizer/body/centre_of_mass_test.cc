// Tests for realizer/body/centre_of_mass.h.
#include "realizer/body/centre_of_mass.h"

#include <numeric>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::centre_of_mass_test {
namespace {

using body::Joint;

body::Body::Model model_of(const std::array<Quat, body::kJointCount>& rotations) {
  return test::ada().compute_model(rotations);
}

}  // namespace

// de Leva 1996 has it at 55.6 % (women) of the height, arms hanging.
TEST_CASE("a standing body's centre of mass is in its pelvis", "[centre_of_mass]") {
  const body::Body& body = test::ada();
  const Vec3 centre_m = centre_of_mass_m(body, model_of(body.base_pose));
  CHECK(centre_m.x == Approx(0).margin(0.01));
  CHECK(centre_m.y / body.height_m == Approx(0.556).margin(0.025));
}

TEST_CASE("an arm that comes up carries its share of the mass", "[centre_of_mass]") {
  const body::Body& body = test::ada();
  auto rotations = body.base_pose;
  const Vec3 before_m = centre_of_mass_m(body, model_of(rotations));
  const auto arm = body::index_of(Joint::LeftUpperArm);
  rotations[arm] = Quat{};  // as in the T-pose
  const Vec3 after_m = centre_of_mass_m(body, model_of(rotations));
  CHECK(after_m.x > before_m.x);
  CHECK(after_m.y > before_m.y);
  // Five percent of the mass by a third of a metre, or less.
  CHECK(length(after_m - before_m) < 0.05 * 0.5);
  CHECK(length(after_m - before_m) > 0.05 * 0.2);
}

TEST_CASE("what a hand carries counts as much as it weighs", "[centre_of_mass]") {
  const body::Body& body = test::ada();
  const body::Body::Model model = model_of(body.base_pose);
  const Vec3 without_m = centre_of_mass_m(body, model);
  const body::Body loaded = carrying(body, {0.25, 0});
  CHECK(std::accumulate(loaded.mass_fractions.begin(), loaded.mass_fractions.end(), 0.0) ==
        Approx(1));
  // In the middle of the hand: the joints that hang on it are where fingers begin.
  const Vec3 hand_m = model.positions_m[body::index_of(Joint::LeftHand)];
  Vec3 knuckles_m;
  for (const Joint finger :
       {Joint::LeftThumbMetacarpal, Joint::LeftIndexProximal, Joint::LeftMiddleProximal,
        Joint::LeftRingProximal, Joint::LeftLittleProximal}) {
    knuckles_m = knuckles_m + 0.2 * model.positions_m[body::index_of(finger)];
  }
  const Vec3 load_m = 0.5 * (hand_m + knuckles_m);
  const Vec3 expected_m = (1 / 1.25) * (without_m + 0.25 * load_m);
  CHECK(length(centre_of_mass_m(loaded, model) - expected_m) < 1e-9);
  CHECK(centre_of_mass_m(carrying(body, {0, 0}), model) == without_m);
}

}  // namespace kine::centre_of_mass_test
