// Tests for realizer/plan/forces.h.
#include "realizer/plan/forces.h"

#include "realizer/plan/plan.h"
#include "tests/support/catch.h"

namespace kine::plan::forces_test {

TEST_CASE("a plan goes on until what was pushed is at rest, and what is carried put down",
          "[plan_forces]") {
  Plan plan;
  CHECK(plan.end() == Seconds(0));
  plan.forces.loads = {{.start = Seconds(1), .end = Seconds(2)}};
  CHECK(plan.end() == Seconds(2));
  plan.forces.loads.push_back({.start = Seconds(1), .end = kUntilEnd});
  CHECK(plan.end() == Seconds(2));
  plan.forces.pushes = {{.start = Seconds(1), .duration = Seconds(0.5)}};
  CHECK(plan.end() == Seconds(3));
  CHECK_FALSE(plan.forces.empty());
}

}  // namespace kine::plan::forces_test
