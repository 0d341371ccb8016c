// Tests for realizer/pose/warps.h.
#include "realizer/pose/warps.h"

#include "tests/support/catch.h"

namespace kine::pose::warps_test {

TEST_CASE("without warps time is what it is", "[warps]") {
  const Warps none;
  CHECK(none.empty());
  CHECK(none.key_time_s(1.25) == 1.25);
  CHECK(none.slope_at(1.25) == 1);
  CHECK(none.first_time_s_of(1.25) == 1.25);
}

TEST_CASE("a warp bends time between its ends and nowhere else", "[warps]") {
  const Warps warps{.whole = WarpSpan{1, 3, exp_warp(3)}, .movements = {}};
  CHECK(warps.key_time_s(0.5) == 0.5);
  CHECK(warps.key_time_s(1) == 1);
  CHECK(warps.key_time_s(2) == Approx(1 + 2 * exp_warp(3).at(0.5)));
  CHECK(warps.key_time_s(3) == 3);
  CHECK(warps.slope_at(1) == Approx(2));
  CHECK(warps.slope_at(3.5) == 1);
}

TEST_CASE("the warp of a movement lies within that of its sequence", "[warps]") {
  const Warps warps{.whole = WarpSpan{0, 2, exp_warp(3)},
                    .movements = {{0.5, 1, tan_warp(2)}, {1, 1.5, exp_warp(0.5)}}};
  const double in_sequence = 2 * exp_warp(3).at(0.3);
  REQUIRE(in_sequence > 0.5);
  REQUIRE(in_sequence < 1);
  CHECK(warps.key_time_s(0.6) == Approx(0.5 + 0.5 * tan_warp(2).at((in_sequence - 0.5) / 0.5)));
  CHECK(warps.slope_at(0.6) ==
        Approx((warps.key_time_s(0.6001) - warps.key_time_s(0.5999)) / 0.0002).epsilon(1e-4));
}

TEST_CASE("when a key is reached is the first time at which its time is played", "[warps]") {
  const Warps warps{.whole = WarpSpan{0, 2, exp_warp(3)}, .movements = {{0.5, 1, tan_warp(2)}}};
  for (const double key_time_s : {0.2, 0.7, 1.0, 1.6, 2.0, 2.5}) {
    CHECK(warps.key_time_s(warps.first_time_s_of(key_time_s)) == Approx(key_time_s));
  }
  // A recoil goes back before it comes there.
  const Warps recoil{.whole = {}, .movements = {{1, 2, tan_warp(0.2)}}};
  CHECK(recoil.key_time_s(1.1) < 1);
  CHECK(recoil.first_time_s_of(1.5) > 1.3);
}

}  // namespace kine::pose::warps_test
