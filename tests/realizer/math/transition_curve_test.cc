// Tests for realizer/math/transition_curve.h: Hermite's cubics with tangents of time 1 are
// polynomials of the time itself.
#include "realizer/math/transition_curve.h"

#include <initializer_list>

#include "tests/support/catch.h"

namespace kine::transition_curve_test {
namespace {

constexpr double kNear = 1e-6;

}  // namespace

TEST_CASE("a curve with even time is the cubic of its place", "[transition_curve]") {
  for (const double t : {0.0, 0.1, 0.25, 0.5, 0.8, 1.0}) {
    CAPTURE(t);
    CHECK(TransitionCurve{1, 1, 1, 1}.at(t) == Approx(t).margin(kNear));
    CHECK(TransitionCurve{1, 0, 1, 0}.at(t) == Approx(3 * t * t - 2 * t * t * t).margin(kNear));
    CHECK(TransitionCurve{1, 2, 1, 0}.at(t) == Approx(2 * t - t * t).margin(kNear));
    CHECK(TransitionCurve{1, 0, 1, 2}.at(t) == Approx(t * t).margin(kNear));
    CHECK(TransitionCurve{1, 0, 1, -1.5}.at(t) ==
          Approx(4.5 * t * t - 3.5 * t * t * t).margin(kNear));
  }
}

TEST_CASE("an overshoot is farthest where its cubic is, and a backtrack mirrors it",
          "[transition_curve]") {
  // 9 t - 10.5 t^2 = 0 at 6/7.
  CHECK(TransitionCurve{1, 0, 1, -1.5}.at(6.0 / 7) == Approx(54.0 / 49).margin(kNear));
  CHECK(TransitionCurve{1, -1.5, 1, 0}.at(1.0 / 7) == Approx(1 - 54.0 / 49).margin(kNear));
}

TEST_CASE("a place stays between half a way before and half a way behind", "[transition_curve]") {
  // 9 t^2 - 8 t^3 comes to 27/16 at 3/4.
  CHECK(TransitionCurve{1, 0, 1, -6}.at(0.75) == kPlaceMost);
  CHECK(TransitionCurve{1, -6, 1, 0}.at(0.25) == kPlaceLeast);
}

TEST_CASE("time runs forward with every tangent from 0 to 3", "[transition_curve]") {
  for (const double start : {0.0, 1.5, 3.0}) {
    for (const double end : {0.0, 1.5, 3.0}) {
      // A place that is the curve's own parameter shows how that goes with time.
      const TransitionCurve curve{start, 1, end, 1};
      double last = 0;
      for (int i = 1; i <= 1000; ++i) {
        const double now = curve.at(i / 1000.0);
        CHECK(now >= last);
        last = now;
      }
      CHECK(last == 1);
    }
  }
  // Equal tangents leave the middle where it is.
  CHECK(TransitionCurve{3, 1, 3, 1}.at(0.5) == Approx(0.5).margin(kNear));
  // t(u) = 3 u - 3 u^2 + u^3 for 3 and 0: at u = 1/2 it is 7/8.
  CHECK(TransitionCurve{3, 1, 0, 1}.at(0.875) == Approx(0.5).margin(kNear));
}

}  // namespace kine::transition_curve_test
