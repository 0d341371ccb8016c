// Tests for realizer/gesture/measures/variety.h.
#include "realizer/gesture/measures/variety.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::gesture::variety_test {
namespace {

const std::vector<TimedMotion> kSequence = {{0, 1}, {1, 2}, {1, 1}, {0, 4}};

}  // namespace

TEST_CASE("occupancy is a share of the time", "[gesture]") {
  CHECK(occupancy(kSequence, 3) == std::vector{0.625, 0.375, 0.0});
  CHECK(occupancy({}, 2) == std::vector{0.0, 0.0});
}

TEST_CASE("evenly seen motions count fully, a lone one counts as one", "[gesture]") {
  CHECK(effective_count(std::vector{0.25, 0.25, 0.25, 0.25}) == Approx(4));
  CHECK(effective_count(std::vector{1.0, 0.0}) == Approx(1));
}

TEST_CASE("divergence is Kullback and Leibler's", "[gesture]") {
  const std::vector<double> truth = {0.5, 0.5};
  CHECK(compute_divergence(truth, truth) == Approx(0));
  CHECK(compute_divergence(std::vector{0.75, 0.25}, truth) ==
        Approx(0.75 * std::log(1.5) + 0.25 * std::log(0.5)));
}

TEST_CASE("the longest row of one motion is counted", "[gesture]") {
  CHECK(longest_repeat(kSequence) == 2);
  CHECK(longest_repeat({}) == 0);
}

TEST_CASE("coverage is Dice's overlap of cubes", "[gesture]") {
  const std::vector<Vec3> one = {{0.01, 0, 0}, {0.02, 0, 0}, {0.11, 0, 0}};
  const std::vector<Vec3> other = {{0.03, 0, 0}};
  CHECK(compute_coverage_dice(one, other) == Approx(2.0 / 3));
  CHECK(compute_coverage_dice(one, one) == 1);
}

}  // namespace kine::gesture::variety_test
