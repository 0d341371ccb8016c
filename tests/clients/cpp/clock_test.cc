// Tests for clients/cpp/clock.h.
#include "clients/cpp/clock.h"

#include "tests/support/catch.h"

namespace kine::client::clock_test {

TEST_CASE("before the first answer no clock is known", "[clock]") {
  const Clock clock;
  CHECK_FALSE(clock.round_trip_s());
  CHECK_FALSE(clock.server_time_s());
  CHECK_FALSE(clock.tick_time_s());
}

TEST_CASE("the answer was given halfway between the ping and its coming", "[clock]") {
  Clock clock;
  clock.add({.sent = 1'000, .received = 3'000, .server = 7'000'000, .server_tick = 500'000});
  CHECK(*clock.round_trip_s() == Approx(0.002));
  CHECK(*clock.server_time_s(2'000) == Approx(7));
  CHECK(*clock.tick_time_s(2'000) == Approx(0.5));
  CHECK(*clock.tick_time_s(1'002'000) == Approx(1.5));
}

TEST_CASE("of the last ten the one with the least round trip is believed", "[clock]") {
  Clock clock;
  // Two seconds apart; those that took long were held up on their way back by 1 s.
  for (std::int64_t i = 0; i < 20; ++i) {
    const std::int64_t sent = 2'000'000 * i;
    const std::int64_t late = i % 4 == 2 ? 0 : 1'000'000;
    clock.add({.sent = sent,
               .received = sent + 200 + late,
               .server = sent + 100 + 5'000'000,
               .server_tick = sent + 100});
  }
  CHECK(*clock.round_trip_s() == Approx(0.0002));
  CHECK(*clock.server_time_s(50'000'000) == Approx(55));

  for (std::int64_t i = 20; i < 30; ++i) {
    clock.add({.sent = 0, .received = 1'000'000, .server = 0, .server_tick = 0});
  }
  CHECK(*clock.round_trip_s() == Approx(1));
}

TEST_CASE("while there are no ticks there is no time of them", "[clock]") {
  Clock clock;
  clock.add({.sent = 0, .received = 0, .server = 1'000'000, .server_tick = 0});
  CHECK(clock.server_time_s(0));
  CHECK_FALSE(clock.tick_time_s(0));
}

TEST_CASE("this side's clock goes forward", "[clock]") {
  const std::int64_t before = client_us();
  CHECK(client_us() >= before);
}

}  // namespace kine::client::clock_test
