// Tests for realizer/math/arm_clock.h.
#include "realizer/math/arm_clock.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/random_rotations.h"

namespace kine {

TEST_CASE("a clock goes to where it is wanted, half as fast as time on the mean", "[arm_clock]") {
  ArmClock clock;
  clock.plan(Seconds(1), Seconds(0.2));
  CHECK(clock.ahead_at(Seconds(1)).count() == Approx(0).margin(1e-9));
  CHECK(clock.ahead_at(Seconds(1.2)).count() == Approx(0.1));
  CHECK(clock.ahead_at(Seconds(1.4)) == Seconds(0.2));
  CHECK(clock.ahead_at(Seconds(9)) == Seconds(0.2));
  CHECK(clock.ahead_max(Seconds(0)) == Seconds(0.2));
  clock.bring_to(Seconds(2));
  CHECK(clock.ahead_at(Seconds(2)) == Seconds(0.2));
  CHECK(clock.goal() == Seconds(0.2));
}

TEST_CASE("a clock that is to come back does so more slowly", "[arm_clock]") {
  ArmClock clock(Seconds(0.3));
  clock.plan(Seconds(0), Seconds(0));
  CHECK(clock.ahead_at(Seconds(0.5)).count() == Approx(0.15));
  CHECK(clock.ahead_at(Seconds(1)).count() == Approx(0).margin(1e-9));
  CHECK_FALSE(clock.is_with_its_body(Seconds(0.9)));
  CHECK(clock.is_with_its_body(Seconds(1.001)));
}

TEST_CASE("what is planned for later can be forgotten, what goes on goes on", "[arm_clock]") {
  ArmClock clock;
  clock.plan(Seconds(0), Seconds(0.2));
  clock.plan(Seconds(5), Seconds(0));
  clock.drop_plans_after(Seconds(1));
  CHECK(clock.ahead_at(Seconds(9)) == Seconds(0.2));
  const ArmClock later = clock.counted_from(Seconds(0.1));
  for (const double t : {0.0, 0.1, 0.2, 0.3}) {
    CHECK(later.ahead_at(Seconds(t)).count() == Approx(clock.ahead_at(Seconds(t + 0.1)).count()));
  }
}

TEST_CASE("whatever is planned when, the arm's time goes on and its rate never jumps",
          "[arm_clock]") {
  constexpr double kStep_s = 0.001;
  // An eased way of 0.02 s at 0.5 s a second, the least that is planned here, changes its rate by
  // 75 a second; what is let go of, by 15.
  constexpr double kBend = 100;
  test::RandomRotations random(5);
  for (int round = 0; round < 200; ++round) {
    ArmClock clock;
    double last_s = 0;
    double last_rate = 0;
    double plan_s = random.number(0, 1);
    for (int i = 1; i < 5000; ++i) {
      const double now_s = i * kStep_s;
      if (now_s > plan_s) {
        double to_s = random.number(0, 0.5);
        if (std::abs(to_s - last_s) < 0.02) to_s = last_s + 0.02;
        clock.drop_plans_after(Seconds(now_s));
        clock.plan(Seconds(now_s), Seconds(to_s));
        plan_s += random.number(0.01, 1);
      }
      if (i % 3 == 0) clock.bring_to(Seconds(now_s));
      CAPTURE(round, now_s);
      const double ahead_s = clock.ahead_at(Seconds(now_s)).count();
      const double rate = (ahead_s - last_s) / kStep_s;
      REQUIRE(ahead_s >= 0);
      REQUIRE(Seconds(ahead_s) <= clock.ahead_max(Seconds(now_s)));
      REQUIRE((rate > -0.8 && rate < 1));
      if (i > 1) REQUIRE(std::abs(rate - last_rate) < kBend * kStep_s);
      last_s = ahead_s;
      last_rate = rate;
    }
  }
}

}  // namespace kine
