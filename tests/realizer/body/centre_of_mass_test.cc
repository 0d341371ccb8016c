// Tests for realizer/body/centre_of_mass.h.
#include "realizer/body/centre_of_mass.h"

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

}  // namespace kine::centre_of_mass_test
