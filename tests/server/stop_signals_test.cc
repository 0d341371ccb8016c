// Tests for server/stop_signals.h.
#include "server/stop_signals.h"

#include <csignal>

#include "tests/support/catch.h"

namespace kine::server {

TEST_CASE("the first signal is waited for and does not end the program", "[stop_signals]") {
  const int signal = GENERATE(SIGTERM, SIGINT);
  StopSignals signals;
  REQUIRE(std::raise(signal) == 0);
  CHECK(signals.wait() == signal);
}

}  // namespace kine::server
