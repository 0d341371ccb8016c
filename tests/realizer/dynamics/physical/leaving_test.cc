// Tests for realizer/dynamics/physical/leaving.h.
#include "realizer/dynamics/physical/leaving.h"

#include "tests/support/catch.h"

namespace kine::dynamics::physical::leaving_test {

TEST_CASE("a body stays where it was for a while, and then goes over", "[leaving]") {
  Leaving leaving{.from = {}, .since_s = 0.2, .waits_s = 0.3, .over_s = 1};
  CHECK(leaving.share() == 1);
  leaving.since_s = 0.8;
  CHECK(leaving.share() == Approx(0.5));
  CHECK_FALSE(leaving.is_over());
  leaving.since_s = 1.3;
  CHECK(leaving.share() == Approx(0).margin(1e-12));
  CHECK(leaving.is_over());
}

TEST_CASE("one that takes no time is over at once", "[leaving]") {
  const Leaving leaving{.from = {}, .since_s = 0.002};
  CHECK(leaving.is_over());
  CHECK(leaving.share() == 0);
}

}  // namespace kine::dynamics::physical::leaving_test
