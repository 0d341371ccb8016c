// Tests for realizer/plan/transition.h.
#include "realizer/plan/transition.h"

#include "tests/support/catch.h"

namespace kine::plan::transition_test {

TEST_CASE("a transition of a plan that says nothing is of all movements and all joints",
          "[transition]") {
  const Transition silent;
  CHECK_FALSE(silent.phase);
  CHECK_FALSE(silent.group);
  CHECK_FALSE(silent.curve);
  CHECK_FALSE(silent.halt);
  CHECK(silent.parameters.values().empty());
}

}  // namespace kine::plan::transition_test
