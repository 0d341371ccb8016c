// Tests for realizer/math/ease.h.
#include "realizer/math/ease.h"

#include "tests/support/catch.h"

namespace kine::ease_test {

TEST_CASE("a transition begins and ends at rest and is fastest in the middle", "[ease]") {
  CHECK(eased(0) == 0);
  CHECK(eased(0.5) == 0.5);
  CHECK(eased(1) == 1);
  constexpr double kStep = 1e-6;
  CHECK(eased(kStep) / kStep == Approx(0).margin(1e-5));
  CHECK((1 - eased(1 - kStep)) / kStep == Approx(0).margin(1e-5));
  CHECK((eased(0.5 + kStep) - eased(0.5 - kStep)) / (2 * kStep) == Approx(1.5));
}

TEST_CASE("before its start and past its end a transition stands", "[ease]") {
  CHECK(eased(-1) == 0);
  CHECK(eased(2) == 1);
}

}  // namespace kine::ease_test
