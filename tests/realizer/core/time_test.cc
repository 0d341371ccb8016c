// Tests for realizer/core/time.h.
#include "realizer/core/time.h"

#include "tests/support/catch.h"

namespace kine::time_test {

TEST_CASE("the time of a tick is divided, never summed", "[time]") {
  const TickRate rate(60);
  CHECK(rate.time_of(Tick{0}) == Seconds(0));
  CHECK(rate.time_of(Tick{60}) == Seconds(1));
  CHECK(rate.time_of(Tick{6'000'000}) == Seconds(100'000));
  CHECK(rate.time_of(Tick{1}) == rate.step());
  CHECK(rate.hz() == 60);
}

TEST_CASE("the time between ticks has a sign", "[time]") {
  const TickRate rate(50);
  CHECK(rate.between(Tick{100}, Tick{150}) == Seconds(1));
  CHECK(rate.between(Tick{150}, Tick{100}) == Seconds(-1));
  CHECK(rate.between(Tick{7}, Tick{7}) == Seconds(0));
}

TEST_CASE("a time belongs to the first tick that does not come before it", "[time]") {
  const TickRate rate(60);
  CHECK(rate.first_at_or_after(Tick{10}, Seconds(0)) == Tick{10});
  CHECK(rate.first_at_or_after(Tick{10}, Seconds(1)) == Tick{70});
  CHECK(rate.first_at_or_after(Tick{10}, Seconds(1.001)) == Tick{71});
  CHECK(rate.first_at_or_after(Tick{10}, Seconds(-5)) == Tick{10});
}

TEST_CASE("the rounding of decimals costs no tick", "[time]") {
  const TickRate rate(60);
  CHECK(rate.first_at_or_after(Tick{0}, Seconds(0.1)) == Tick{6});
  CHECK(rate.first_at_or_after(Tick{0}, Seconds(0.1 + 0.2)) == Tick{18});
  for (std::uint64_t tick = 0; tick < 40'000; ++tick) {
    const Seconds time = rate.time_of(Tick{tick});
    if (rate.first_at_or_after(Tick{0}, time) != Tick{tick}) FAIL("tick " << tick);
  }
}

TEST_CASE("ticks are ordered as they come", "[time]") {
  CHECK(Tick{1} < Tick{2});
  CHECK(Tick{2} == Tick{2});
  CHECK(TickRate(60) == TickRate(60));
  CHECK_FALSE(TickRate(60) == TickRate(30));
}

TEST_CASE("an instant is so long before the tick that notices it", "[time]") {
  const TickRate rate(10);
  const Instant at = rate.instant_of(Tick{20}, Seconds{0.33}, Tick{24});
  CHECK(at.tick == Tick{24});
  CHECK(at.before.count() == Approx(0.07));
  CHECK(rate.between(at, Tick{25}).count() == Approx(0.17));
  CHECK(rate.instant_of(Tick{20}, Seconds{0.5}, Tick{24}) == Instant(Tick{24}));
  CHECK(rate.instant_of(Tick{20}, Seconds{0}, Tick{24}).before == rate.step());
}

}  // namespace kine::time_test
