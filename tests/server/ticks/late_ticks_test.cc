// Tests for server/ticks/late_ticks.h.
#include "server/ticks/late_ticks.h"

#include "tests/support/catch.h"

namespace kine::server::late_ticks_test {
namespace {

using namespace std::chrono_literals;

std::string text_of(const std::optional<LogEvent>& event) {
  return event ? event->as_text() : "nothing";
}

}  // namespace

TEST_CASE("ticks that are in time are not spoken of", "[late_ticks]") {
  LateTicks late(Seconds(0.02));
  for (int i = 0; i < 100; ++i) CHECK_FALSE(late.note(Seconds(0.02), 0, i * 20ms));
}

TEST_CASE("what is late is told once a second, with how bad it was and all there was",
          "[late_ticks]") {
  LateTicks late(Seconds(0.02));
  CHECK(text_of(late.note(Seconds(0.03), 0, 10s)) ==
        "late: ticks took longer than a tick lasts [late=1 late_total=1 left_out_ticks=0 "
        "left_out_ticks_total=0 longest_ms=30 tick_ms=20]");
  CHECK_FALSE(late.note(Seconds(0.05), 0, 10'100ms));
  CHECK_FALSE(late.note(Seconds(0.01), 12, 10'900ms));
  CHECK_FALSE(late.note(Seconds(0.01), 0, 11'500ms));  // nothing more is late
  const auto event = late.note(Seconds(0.025), 3, 12s);
  CHECK(text_of(event) ==
        "late: ticks were left out: everybody saw a jump [late=2 late_total=3 left_out_ticks=15 "
        "left_out_ticks_total=15 longest_ms=50 tick_ms=20]");
  CHECK(event->level() == LogLevel::Warning);
}

}  // namespace kine::server::late_ticks_test
