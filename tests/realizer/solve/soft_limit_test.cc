// Tests for realizer/solve/soft_limit.h.
#include "realizer/solve/soft_limit.h"

#include "tests/support/catch.h"

namespace kine::solve::soft_limit_test {

TEST_CASE("what is well within a limit is as it is wanted, and more is never all of it",
          "[soft_limit]") {
  CHECK(softly(0.5, 0.1) == 0.5);
  CHECK(softly(0.9, 0.1) == Approx(0.9));
  CHECK(softly(1.0, 0.1) == Approx(1 - 0.1 / std::exp(1.0)));
  CHECK(softly(100, 0.1) == Approx(1));
  CHECK(softly(1.2, 0.1) < 1);
}

TEST_CASE("where softness begins the slope does not jump", "[soft_limit]") {
  constexpr double kStep = 1e-6;
  const auto slope = [](double x) { return (softly(x + kStep, 0.2) - softly(x, 0.2)) / kStep; };
  CHECK(slope(0.8 - 2 * kStep) == Approx(1));
  CHECK(slope(0.8 + kStep) == Approx(1).margin(1e-4));
}

TEST_CASE("a range holds what is wanted at both ends, and an empty one is one value",
          "[soft_limit]") {
  const SoftRange range{-1, 3};
  CHECK(within_softly(range, 1.5) == 1.5);
  CHECK(within_softly(range, 9) == Approx(3));
  CHECK(within_softly(range, 9) <= 3);
  CHECK(within_softly(range, -9) == Approx(-1));
  CHECK(within_softly(range, -9) >= -1);
  CHECK(within_softly({2, 2}, 5) == 2);
}

TEST_CASE("what is wanted for a place leads to it", "[soft_limit]") {
  const SoftRange range{-0.4, 2};
  for (const double place : {-0.399, -0.3, 0.0, 0.8, 1.9, 1.999}) {
    CHECK(within_softly(range, wanted_for(range, place)) == Approx(place).margin(1e-9));
  }
  CHECK(within_softly(range, wanted_for(range, 2)) == Approx(2).margin(1e-3));
}

TEST_CASE("what is beyond a threshold comes on without a kink", "[soft_limit]") {
  CHECK(beyond(-1, 0.5) == 0);
  CHECK(beyond(0.5, 0.5) == Approx(0.25));
  CHECK(beyond(2, 0.5) == Approx(1.75));
  constexpr double kStep = 1e-6;
  CHECK((beyond(kStep, 0.5) - beyond(0, 0.5)) / kStep == Approx(0).margin(1e-5));
}

}  // namespace kine::solve::soft_limit_test
