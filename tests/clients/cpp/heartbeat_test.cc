// Tests for clients/cpp/heartbeat.h, in time that is counted.
#include "clients/cpp/heartbeat.h"

#include "tests/support/catch.h"

namespace kine::client::heartbeat_test {
namespace {

using namespace std::chrono_literals;
using Beat = Heartbeat::Beat;

/// Asks every hundredth of a second for so long; how many pings, and whether there was silence.
struct Passed {
  int pings = 0;
  int silences = 0;
};

Passed pass(Heartbeat& heartbeat, Heartbeat::Time& now, std::chrono::milliseconds how_long,
            bool answers) {
  Passed passed;
  for (const auto end = now + how_long; now < end; now += 10ms) {
    const Beat beat = heartbeat.beat(now);
    if (beat == Beat::Ping) ++passed.pings;
    if (beat == Beat::Silence) ++passed.silences;
    if (answers) heartbeat.heard();
  }
  return passed;
}

}  // namespace

TEST_CASE("pings come quickly at first, then every two seconds", "[heartbeat]") {
  Heartbeat heartbeat({});
  Heartbeat::Time now;
  heartbeat.start(now);
  CHECK(pass(heartbeat, now, 510ms, true).pings == 6);  // at 0, 0.1, … 0.5
  CHECK(pass(heartbeat, now, 1'990ms, true).pings == 0);
  CHECK(heartbeat.next() == now);
  CHECK(pass(heartbeat, now, 200s, true).pings == 100);
}

TEST_CASE("who is not heard of for ten seconds is gone", "[heartbeat]") {
  Heartbeat heartbeat({});
  Heartbeat::Time now;
  heartbeat.start(now);
  CHECK(pass(heartbeat, now, 10'400ms, false).silences == 0);
  heartbeat.heard();
  CHECK(pass(heartbeat, now, 9'900ms, false).silences == 0);
  CHECK(pass(heartbeat, now, 2'100ms, false).silences > 0);

  heartbeat.start(now);
  CHECK(heartbeat.beat(now) == Beat::Ping);
}

TEST_CASE("a program that stood still for long has lost nobody", "[heartbeat]") {
  Heartbeat heartbeat({});
  Heartbeat::Time now;
  heartbeat.start(now);
  pass(heartbeat, now, 1s, true);
  now += 1h;
  CHECK(heartbeat.beat(now) == Beat::Ping);
  CHECK(heartbeat.beat(now) == Beat::None);
}

}  // namespace kine::client::heartbeat_test
