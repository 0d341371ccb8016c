// Tests for realizer/gesture/measures/coupling.h.
#include "realizer/gesture/measures/coupling.h"

#include <vector>

#include "tests/support/catch.h"

namespace kine::gesture::coupling_test {

TEST_CASE("the area under the curve counts pairs in order", "[gesture]") {
  CHECK(compute_auc(std::vector{3.0, 4.0}, std::vector{1.0, 2.0}) == 1);
  CHECK(compute_auc(std::vector{1.0}, std::vector{2.0}) == 0);
  CHECK(compute_auc(std::vector{1.0, 3.0}, std::vector{2.0, 3.0}) == 0.375);
  CHECK(compute_auc({}, std::vector{2.0}) == 0.5);
}

TEST_CASE("a mean within two times takes what lies between them", "[gesture]") {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  CHECK(mean_within(values, 2, 0.5, 1.5) == 2.5);
  CHECK(mean_within(values, 2, -1, 99) == 3.5);
  CHECK(mean_within(values, 2, 7, 9) == 0);
}

}  // namespace kine::gesture::coupling_test
