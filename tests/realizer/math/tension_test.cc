// Tests for realizer/math/tension.h.
#include "realizer/math/tension.h"

#include <limits>
#include <numbers>

#include "tests/support/catch.h"

namespace kine::tension_test {

TEST_CASE("a spring that sags by the length of a pendulum swings as the pendulum", "[tension]") {
  // The seconds pendulum: 0.994 m long, a period of two seconds.
  const Tension tension{.rest_error_m = 0.99396, .zeta = 0.3};
  CHECK(2 * std::numbers::pi / tension.natural_frequency() == Approx(2).epsilon(1e-5));
}

TEST_CASE("a hundredth of the rest error is ten times the frequency", "[tension]") {
  CHECK(Tension{0.005, 0.3}.natural_frequency() ==
        Approx(10 * Tension{0.5, 0.3}.natural_frequency()));
}

TEST_CASE("tension knows its bounds, and that no NaN is within them", "[tension]") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(valid({0.005, 0.3}));
  CHECK(valid({kRestErrorMin_m, kZetaMin}));
  CHECK(valid({kRestErrorMax_m, kZetaMax}));
  for (const double rest_error_m : {0.0, -0.005, 0.0004999, 1.0001, 1000.0, kInfinity, kNan}) {
    CAPTURE(rest_error_m);
    CHECK_FALSE(valid({rest_error_m, 0.3}));
  }
  for (const double zeta : {0.0, -0.3, 0.0499, 2.0001, kInfinity, kNan}) {
    CAPTURE(zeta);
    CHECK_FALSE(valid({0.005, zeta}));
  }
}

}  // namespace kine::tension_test
