// Tests for realizer/live/live_tension.h.
#include "realizer/live/live_tension.h"

#include <limits>

#include "tests/support/catch.h"

namespace kine::live_tension_test {
namespace {

using plan::ArmSet;
using plan::TensionChange;

std::string error_of(const TensionWish& wish) {
  const auto change = make_tension_change(wish);
  return change ? "" : change.error().message;
}

TEST_CASE("a tension is set by its two numbers", "[live_tension]") {
  const auto change = make_tension_change({.arms = ArmSet::Left,
                                           .manner = {},
                                           .rest_error_m = 0.02,
                                           .zeta = 0.6,
                                           .over_s = 0.25,
                                           .lag = plan::Lag::Keep,
                                           .frame = plan::TensionFrame::World});
  REQUIRE(change);
  CHECK(*change == TensionChange{.arms = ArmSet::Left,
                                 .tension = Tension{0.02, 0.6},
                                 .over = Seconds(0.25),
                                 .lag = plan::Lag::Keep,
                                 .frame = plan::TensionFrame::World});
}

TEST_CASE("a tension is set by a manner: the value of its strokes, at once", "[live_tension]") {
  const auto change = make_tension_change({.manner = "loose"});
  REQUIRE(change);
  CHECK(*change == TensionChange{.tension = Tension{0.1, 0.5}, .over = Seconds(0)});
}

TEST_CASE("off always takes its time", "[live_tension]") {
  const auto off = make_tension_change({.manner = "off"});
  REQUIRE(off);
  CHECK_FALSE(off->tension);
  CHECK(off->over == plan::kTensionOffOver);
  CHECK(make_tension_change({.manner = "off", .over_s = 2})->over == Seconds(2));
  CHECK(error_of({.manner = "off", .over_s = 0}) == "what goes off takes longer than '0' s");
}

TEST_CASE("a tension that is neither a manner nor two numbers is none", "[live_tension]") {
  const std::string neither = "a tension has either a manner or a rest error and a zeta, unlike ''";
  CHECK(error_of({.manner = {}}) == neither);
  CHECK(error_of({.manner = {}, .rest_error_m = 0.01}) == neither);
  CHECK(error_of({.manner = {}, .zeta = 0.3}) == neither);
  CHECK(error_of({.manner = "loose", .rest_error_m = 0.01, .zeta = 0.3}) ==
        "a tension has either a manner or a rest error and a zeta, unlike 'loose'");
  CHECK(error_of({.manner = "losse"}) ==
        "there is no manner of tension, near to it are loose: 'losse'");
}

TEST_CASE("numbers out of their bounds are refused with them", "[live_tension]") {
  CHECK(error_of({.manner = {}, .rest_error_m = 1000, .zeta = 0.3}) ==
        "a rest error in m must be from 0.5 mm to 1 m, not '1000'");
  CHECK(error_of({.manner = {}, .rest_error_m = 0.01, .zeta = 0}) ==
        "a zeta must be from 0.05 to 2, not '0'");
  const double bad = GENERATE(0.0, -0.01, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN());
  CHECK_FALSE(error_of({.manner = {}, .rest_error_m = bad, .zeta = 0.3}).empty());
  CHECK_FALSE(error_of({.manner = {}, .rest_error_m = 0.01, .zeta = bad}).empty());
  if (bad != 0) CHECK_FALSE(error_of({.manner = "loose", .over_s = bad}).empty());
  CHECK(error_of({.manner = "loose", .over_s = 601}) ==
        "the time it takes must be from 0 to 600 s, not '601'");
}

}  // namespace
}  // namespace kine::live_tension_test
