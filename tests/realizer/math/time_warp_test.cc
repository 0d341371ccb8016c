// Tests for realizer/math/time_warp.h.
#include "realizer/math/time_warp.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::time_warp_test {
namespace {

/// Whether the cubic falls anywhere, found by walking along it.
bool falls(const WarpCurve& warp) {
  double last = 0;
  for (int i = 1; i <= 10000; ++i) {
    const double now = warp.at(i / 10000.0);
    if (now < last - 1e-9) return true;
    last = now;
  }
  return false;
}

}  // namespace

TEST_CASE("a warp goes from 0 to 1 with the slopes that it has", "[time_warp]") {
  constexpr double kStep = 1e-6;
  for (const WarpCurve& warp : {exp_warp(3), exp_warp(0.33), tan_warp(2), tan_warp(1)}) {
    CHECK(warp.at(0) == 0);
    CHECK(warp.at(1) == Approx(1));
    CHECK(warp.at(kStep) / kStep == Approx(warp.start_slope).epsilon(1e-4));
    CHECK((1 - warp.at(1 - kStep)) / kStep == Approx(warp.end_slope).epsilon(1e-4));
    const double slope = (warp.at(0.4 + kStep) - warp.at(0.4 - kStep)) / (2 * kStep);
    CHECK(warp.slope_at(0.4) == Approx(slope).epsilon(1e-6));
  }
}

TEST_CASE("EXP 3 starts at twice the speed and ends at two thirds", "[time_warp]") {
  CHECK(exp_warp(3) == WarpCurve{2, 2.0 / 3});
}

TEST_CASE("EXP 1 is even time, TAN too at a third of 2 and the root of 7", "[time_warp]") {
  const double even = (2 + std::sqrt(7.0)) / 3;
  for (const double share : {0.1, 0.5, 0.83}) {
    CHECK(exp_warp(1).at(share) == Approx(share));
    CHECK(tan_warp(even).at(share) == Approx(share));
  }
}

TEST_CASE("EXP s and EXP 1/s are mirror images", "[time_warp]") {
  for (const double share : {0.1, 0.3, 0.7}) {
    CHECK(exp_warp(3).at(share) == Approx(1 - exp_warp(1.0 / 3).at(1 - share)));
  }
}

TEST_CASE("time runs backwards exactly outside the limits of each kind", "[time_warp]") {
  const double root_5 = std::sqrt(5.0);
  const double root_67 = std::sqrt(67.0);
  const double exp_least = (7 - 3 * root_5) / 2;
  const double exp_most = (7 + 3 * root_5) / 2;
  const double tan_least = 1.0 / 3;
  const double tan_most = (8 + root_67) / 3;
  for (const double inside : {exp_least, 0.2, 1.0, 5.0, exp_most}) {
    CHECK(exp_warp(inside).is_monotone());
    CHECK_FALSE(falls(exp_warp(inside)));
  }
  for (const double outside : {exp_least * 0.98, exp_most * 1.02, 20.0, 0.05}) {
    CHECK_FALSE(exp_warp(outside).is_monotone());
    CHECK(falls(exp_warp(outside)));
  }
  for (const double inside : {tan_least, 1.0, 2.0, tan_most}) {
    CHECK(tan_warp(inside).is_monotone());
    CHECK_FALSE(falls(tan_warp(inside)));
  }
  for (const double outside : {tan_least * 0.98, tan_most * 1.02, 0.1, 9.0}) {
    CHECK_FALSE(tan_warp(outside).is_monotone());
    CHECK(falls(tan_warp(outside)));
  }
}

TEST_CASE("the first share of a value is where the warp first comes to it", "[time_warp]") {
  for (const WarpCurve& warp : {exp_warp(3), exp_warp(12), tan_warp(0.2)}) {
    for (const double value : {0.1, 0.5, 0.99}) {
      const double share = warp.first_share_of(value);
      CHECK(warp.at(share) == Approx(value).margin(1e-9));
      for (double before = 0; before < share - 1e-6; before += share / 50) {
        CHECK(warp.at(before) < value);
      }
    }
    CHECK(warp.first_share_of(0) == 0);
  }
}

}  // namespace kine::time_warp_test
