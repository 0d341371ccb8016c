// Tests for realizer/autonomy/facing.h.
#include "realizer/autonomy/facing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/catch.h"

namespace kine::autonomy::facing_test {
namespace {

constexpr Seconds kStep{1.0 / 60};

Vec3 at_yaw(double yaw_deg) {
  const double yaw_rad = yaw_deg * std::numbers::pi / 180;
  return {std::sin(yaw_rad), 0, std::cos(yaw_rad)};
}

/// How many turns are noticed while a head goes from straight ahead to a yaw on an eased way of so
/// many seconds, and stays for two.
int turns_noticed(double yaw_deg, double way_s, Seconds step = kStep) {
  Facing facing;
  int noticed = 0;
  for (double time_s = 0; time_s < way_s + 2; time_s += step.count()) {
    const double h = std::min(time_s / way_s, 1.0);
    face(at_yaw(yaw_deg * h * h * (3 - 2 * h)), step, facing);
    noticed += facing.turned ? 1 : 0;
    facing.turned = false;
  }
  return noticed;
}

}  // namespace

TEST_CASE("a far turn is noticed once, and a small or slow one not", "[facing]") {
  CHECK(turns_noticed(40, 0.6) == 1);
  CHECK(turns_noticed(-90, 0.8) == 1);
  CHECK(turns_noticed(30, 0.5) == 1);
  CHECK(turns_noticed(20, 0.5) == 0);
  CHECK(turns_noticed(10, 0.1) == 0);
  CHECK(turns_noticed(40, 4) == 0);
}

TEST_CASE("turns are the same at any rate of ticks", "[facing]") {
  for (const double hz : {30.0, 120.0, 240.0}) {
    CAPTURE(hz);
    CHECK(turns_noticed(40, 0.6, Seconds(1 / hz)) == 1);
    CHECK(turns_noticed(20, 0.5, Seconds(1 / hz)) == 0);
  }
}

TEST_CASE("a turn that nobody went with is over when the head has settled", "[facing]") {
  Facing facing;
  face(at_yaw(60), kStep, facing);
  CHECK(facing.turned);
  for (int i = 0; i < 180; ++i) face(at_yaw(60), kStep, facing);
  CHECK_FALSE(facing.turned);
  CHECK_FALSE(facing.away);
  CHECK(length(facing.settled - at_yaw(60)) < 0.01);
}

}  // namespace kine::autonomy::facing_test
