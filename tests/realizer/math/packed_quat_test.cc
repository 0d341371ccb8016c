// Tests for realizer/math/packed_quat.h. Expected bits are worked out by hand from the comment on
// Frame.packed_rotations; the bound on the error is that of the step in each component.
#include "realizer/math/packed_quat.h"

#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::packed_quat_test {

TEST_CASE("the largest component is left out, the others stand in 15 bits each", "[math]") {
  CHECK(packed({0, 0, 0, 1}) == (3 | 16'383ULL << 2 | 16'383ULL << 17 | 16'383ULL << 32));
  // 0.1 is round(0.1 * 16383 * sqrt(2)) = 2317 steps, 0.2 is 4634, 0.3 is 6951.
  const double rest = std::sqrt(1 - 0.01 - 0.04 - 0.09);
  const std::uint64_t others =
      (16'383 + 2'317ULL) << 2 | (16'383 - 4'634ULL) << 17 | (16'383 + 6'951ULL) << 32;
  CHECK(packed({rest, 0.1, -0.2, 0.3}) == (0 | others));
  CHECK(packed({0.1, -0.2, rest, 0.3}) == (2 | others));
  CHECK(packed({-0.1, 0.2, -rest, -0.3}) == (2 | others));
}

TEST_CASE("a packed turn comes back within half a step of each component", "[math]") {
  const double worst_rad = std::sqrt(12.0) / (16'383 * std::sqrt(2.0));
  test::RandomRotations random(3);
  for (int i = 0; i < 10'000; ++i) {
    const Quat turn = random.within(std::numbers::pi);
    const Quat back = unpacked(packed(turn));
    REQUIRE(angle_between(turn, back) < 1.001 * worst_rad);
    REQUIRE(dot(back, back) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("q and -q give the same bits", "[math]") {
  test::RandomRotations random(5);
  for (int i = 0; i < 1'000; ++i) {
    const Quat turn = random.within(std::numbers::pi);
    REQUIRE(packed(turn) == packed(-turn));
  }
}

TEST_CASE("any bits are finite numbers", "[math]") {
  const Quat turn = unpacked(~std::uint64_t{0});
  CHECK(std::isfinite(dot(turn, turn)));
}

}  // namespace kine::packed_quat_test
