// Tests for server/cluster/clocks.h, with a real server of NATS.
#include "server/cluster/clocks.h"

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::clocks_test {
namespace {

using namespace std::chrono_literals;

WallClock ahead_by(std::int64_t microseconds) {
  return [microseconds] { return unix_microseconds() + microseconds; };
}

}  // namespace

TEST_CASE("a clock that is ahead is found, within half of the way", "[cluster]") {
  const auto connection = test::stored_connection();
  for (const std::int64_t ahead : {0, 50'000, -3'000'000}) {
    const auto answers = ClockAnswers::begin(*connection, "clock-node", ahead_by(ahead));
    REQUIRE(answers);
    const auto reading = read_clock(*connection, "clock-node", 1s);
    REQUIRE(reading);
    INFO(reading->ahead.count() << " give or take " << reading->give_or_take.count());
    CHECK(std::chrono::abs(reading->ahead - std::chrono::microseconds(ahead)) <=
          reading->give_or_take + 1ms);
    CHECK(reading->is_apart() == (ahead != 0));
  }
}

TEST_CASE("a slow network alone is no reason to call clocks apart", "[cluster]") {
  CHECK_FALSE(ClockReading{.ahead = 20ms, .give_or_take = 0ms}.is_apart());
  CHECK(ClockReading{.ahead = -21ms, .give_or_take = 500us}.is_apart());
  CHECK_FALSE(ClockReading{.ahead = 60ms, .give_or_take = 45ms}.is_apart());
}

TEST_CASE("a node that does not answer is an error", "[cluster]") {
  const auto connection = test::stored_connection();
  const auto reading = read_clock(*connection, "nobody", 50ms, 2);
  REQUIRE_FALSE(reading);
  CHECK(reading.error().message.starts_with("node 'nobody' does not tell its time: "));
  CHECK_FALSE(read_clock(*connection, "a.b", 50ms));
  CHECK_FALSE(ClockAnswers::begin(*connection, ">"));
}

}  // namespace kine::server::clocks_test
