// Tests for realizer/math/segment_distance.h.
#include "realizer/math/segment_distance.h"

#include <algorithm>
#include <random>

#include "tests/support/catch.h"

namespace kine::segment_distance_test {

TEST_CASE("segments that cross, pass, run side by side or are points have their distance",
          "[segment_distance]") {
  CHECK(segment_distance({-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}) == Approx(0).margin(1e-12));
  CHECK(segment_distance({-1, 0, 0}, {1, 0, 0}, {0, -1, 2}, {0, 1, 2}) == Approx(2));
  CHECK(segment_distance({0, 0, 0}, {1, 0, 0}, {0.5, 3, 0}, {2, 3, 0}) == Approx(3));
  CHECK(segment_distance({0, 0, 0}, {1, 0, 0}, {4, 4, 0}, {5, 4, 0}) == Approx(5));
  CHECK(segment_distance({0, 0, 0}, {0, 0, 0}, {3, 4, -1}, {3, 4, 1}) == Approx(5));
  CHECK(segment_distance({1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}) == Approx(0).margin(1e-12));
}

TEST_CASE("the distance of segments is the least of a fine search", "[segment_distance]") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1, 1);
  const auto point = [&] { return Vec3{place(random), place(random), place(random)}; };
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 a_from = point();
    const Vec3 a_to = point();
    const Vec3 b_from = point();
    const Vec3 b_to = point();
    constexpr int kSteps = 100;
    double least = 10;
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; j <= kSteps; ++j) {
        const Vec3 on_a = a_from + (static_cast<double>(i) / kSteps) * (a_to - a_from);
        const Vec3 on_b = b_from + (static_cast<double>(j) / kSteps) * (b_to - b_from);
        least = std::min(least, length(on_a - on_b));
      }
    }
    const double distance = segment_distance(a_from, a_to, b_from, b_to);
    CHECK(distance <= least + 1e-12);
    CHECK(distance > least - 0.04);  // half a step of each
    CHECK(distance == Approx(segment_distance(b_to, b_from, a_from, a_to)).margin(1e-9));
  }
}

}  // namespace kine::segment_distance_test
