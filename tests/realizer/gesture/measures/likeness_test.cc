// Tests for realizer/gesture/measures/likeness.h.
#include "realizer/gesture/measures/likeness.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::gesture::likeness_test {
namespace {

/// Four rows without correlation: each number is `mean` and so much more or less.
FeatureRows four_rows(double mean, double more) {
  return {.dimensions = 2,
          .numbers = {mean - more, mean - more, mean - more, mean + more, mean + more, mean - more,
                      mean + more, mean + more}};
}

}  // namespace

TEST_CASE("a motion has no distance from itself", "[gesture]") {
  const FeatureRows rows = four_rows(1, 2);
  CHECK(compute_frechet_distance(rows, rows) == Approx(0).margin(1e-9));
}

TEST_CASE("Frechet's distance is that of the two normal distributions", "[gesture]") {
  // The truth's variance is 4 x 4 / 3. In its units, in each of two dimensions:
  // (3 - 0)^2 / variance + (1 - 3 / 2)^2.
  const double distance = compute_frechet_distance(four_rows(0, 2), four_rows(3, 3));
  CHECK(distance == Approx(2 * (9 / (16.0 / 3) + 0.25)));
}

TEST_CASE("Hellinger's distance goes from 0 to 1", "[gesture]") {
  const std::vector<double> one = {0.01, 0.02, 0.11, 0.12};
  CHECK(compute_hellinger_distance(one, one) == Approx(0).margin(1e-7));
  CHECK(compute_hellinger_distance(one, std::vector{0.9}) == 1);
  // One bin in common, with shares of a half and of all.
  CHECK(compute_hellinger_distance(one, std::vector{0.03}) ==
        Approx(std::sqrt(1 - std::sqrt(0.5))));
  CHECK(compute_hellinger_distance(one, {}) == 1);
}

TEST_CASE("a window's features are speed and place of its joints", "[gesture]") {
  std::vector<double> rows;  // a joint that goes along x with 2 m/s, at 10 Hz
  for (int i = 0; i < 25; ++i) rows.insert(rows.end(), {0.2 * i, 1, 0});
  const FeatureRows features = window_features(rows, 3, 10);
  REQUIRE(features.dimensions == 9);
  REQUIRE(features.size() == 2);
  CHECK(features.numbers[0] == Approx(2));
  CHECK(features.numbers[1] == Approx(0).margin(1e-9));
  CHECK(features.numbers[2] == Approx(2));
  CHECK(features.numbers[3] == Approx(0.9));
  CHECK(features.numbers[5] == Approx(1));
}

}  // namespace kine::gesture::likeness_test
