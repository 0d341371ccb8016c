// Tests for realizer/solve/minimum.h.
#include "realizer/solve/minimum.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::minimum_test {

using namespace kine::solve;

TEST_CASE("the least of a parabola is at its vertex", "[minimum]") {
  const SearchRange range{.min = -3, .max = 3, .grid_steps = 7, .narrowing_steps = 40};
  const double found = find_minimum(range, [](double x) { return (x - 0.321) * (x - 0.321); });
  CHECK(found == Approx(0.321).margin(1e-7));
}

TEST_CASE("of two valleys the deeper one is taken", "[minimum]") {
  const SearchRange range{.min = -3, .max = 3, .grid_steps = 24, .narrowing_steps = 30};
  // Valleys near -2 and 2; the tilt makes the right one deeper.
  const double found =
      find_minimum(range, [](double x) { return std::pow(x * x - 4, 2) - 0.1 * x; });
  CHECK(found > 1.9);
  CHECK(found < 2.1);
}

TEST_CASE("the least may be at an end of the range", "[minimum]") {
  const SearchRange range{.min = 1, .max = 2, .grid_steps = 4, .narrowing_steps = 10};
  CHECK(find_minimum(range, [](double x) { return x; }) == 1);
  CHECK(find_minimum(range, [](double x) { return -x; }) == 2);
}

}  // namespace kine::minimum_test
