// Tests for realizer/plan/tension/muscle_tension.h.
#include "realizer/plan/tension/muscle_tension.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::plan::muscle_tension_test {

TEST_CASE("muscles move trunk, neck, head, arms and legs", "[muscle_tension]") {
  CHECK(muscles().size() == kMuscleJoints);
  CHECK((muscles() & trunk_muscles()) == trunk_muscles());
  CHECK(muscles().contains(body::Joint::LeftShoulder));
  for (const body::Joint joint :
       {body::Joint::LeftUpperLeg, body::Joint::RightLowerLeg, body::Joint::LeftFoot}) {
    CHECK(leg_muscles().contains(joint));
  }
  CHECK(leg_muscles().size() == 6);
  CHECK((muscles() & leg_muscles()) == leg_muscles());
  CHECK((trunk_muscles() & leg_muscles()).empty());
  CHECK_FALSE(muscles().contains(body::Joint::Hips));
  CHECK_FALSE(muscles().contains(body::Joint::LeftIndexProximal));
}

TEST_CASE("a trunk is firm within narrower bounds than arms, in the same order",
          "[muscle_tension]") {
  double before_m = 0;
  for (const double arm_m : {0.0005, 0.005, 0.01, 0.1, 0.3, 1.0}) {
    const Tension trunk = of_trunk({arm_m, 0.5});
    CHECK(valid(trunk));
    CHECK(trunk.zeta == 0.6);  // a trunk rings less
    CHECK(trunk.rest_error_m > before_m);
    CHECK((trunk.rest_error_m > arm_m) == (arm_m < 0.1));
    before_m = trunk.rest_error_m;
  }
}

TEST_CASE("clavicles become limp with their arm, but less so", "[muscle_tension]") {
  using enum body::Joint;
  const Tension limp{0.3, 0.4};
  for (const body::Joint clavicle : {LeftShoulder, RightShoulder}) {
    CHECK(tension_at(clavicle, {0.01, 0.7}).rest_error_m == Approx(0.01));
    const Tension of_limp = tension_at(clavicle, limp);
    CHECK(of_limp.rest_error_m == Approx(0.01 * std::pow(30, 0.4)));
    CHECK(of_limp.zeta == 0.6);
  }
  CHECK(tension_at(LeftHand, limp) == limp);
  CHECK(tension_at(Spine, limp) == of_trunk(limp));
}

}  // namespace kine::plan::muscle_tension_test
