// Tests for realizer/plan/tension/muscle_tension.h.
#include "realizer/plan/tension/muscle_tension.h"

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

}  // namespace kine::plan::muscle_tension_test
