// Tests for realizer/math/arm_timing.h.
#include "realizer/math/arm_timing.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::arm_timing_test {

TEST_CASE("a clock goes to where it is wanted, half as fast as time on the mean", "[arm_timing]") {
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

TEST_CASE("a clock that is to come back does so more slowly", "[arm_timing]") {
  ArmClock clock(Seconds(0.3));
  clock.plan(Seconds(0), Seconds(0));
  CHECK(clock.ahead_at(Seconds(0.5)).count() == Approx(0.15));
  CHECK(clock.ahead_at(Seconds(1)).count() == Approx(0).margin(1e-9));
  clock.bring_to(Seconds(0.9));
  CHECK_FALSE(clock.is_with_its_body(Seconds(0.9)));
  CHECK(clock.is_with_its_body(Seconds(1.001)));
}

TEST_CASE("a short way takes its time, and a clock's reach is what it comes to", "[arm_timing]") {
  for (const double to_s : {0.005, 0.03, 0.1, 0.4}) {
    const ClockMove move{.to = Seconds(to_s)};
    CHECK(clock_reach(move.length()).count() == Approx(to_s));
    constexpr double kStep_s = 1e-4;
    CHECK(move.rate_at(Seconds(kStep_s)) <= 10.001 * kStep_s);
  }
}

TEST_CASE("what is planned for later can be forgotten, what goes on goes on", "[arm_timing]") {
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

TEST_CASE("a move that is wanted before one that is planned begins with it", "[arm_timing]") {
  ArmClock clock(Seconds(0.2));
  clock.plan(Seconds(0.32), Seconds(0));
  clock.plan(Seconds(0.31), Seconds(0.1));
  CHECK(clock.goal() == Seconds(0.1));
  CHECK(clock.ahead_at(Seconds(0.319)) == Seconds(0.2));
  CHECK(clock.ahead_at(Seconds(9)) == Seconds(0.1));
}

TEST_CASE("read time after time a clock says the same", "[arm_timing]") {
  ArmClock clock(Seconds(0.1));
  clock.plan(Seconds(1), Seconds(0.3));
  clock.plan(Seconds(1.2), Seconds(0));  // in the middle of its way
  clock.plan(Seconds(4), Seconds(0.2));
  ClockReader reader(clock);
  for (int i = 0; i < 600; ++i) {
    const Seconds time(i * 0.01);
    CHECK(reader.ahead_at(time) == clock.ahead_at(time));
  }
}

TEST_CASE("whatever is planned when, the arm's time goes on and its rate never jumps",
          "[arm_timing]") {
  constexpr double kStep_s = 0.001;
  // An eased way changes its rate by 10 a second, and what is let go of by 4 rates in 0.2 s.
  constexpr double kBend = 10 + 4 / 0.2;
  test::RandomRotations random(5);
  for (int round = 0; round < 200; ++round) {
    ArmClock clock;
    double last_s = 0;
    double last_rate = 0;
    double plan_s = random.number(0, 1);
    for (int i = 1; i < 5000; ++i) {
      const double now_s = i * kStep_s;
      if (now_s > plan_s) {
        const double to_s = random.number(0, 0.5);
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

}  // namespace kine::arm_timing_test
