// Tests for server/base/stop_signals.h.
#include "server/base/stop_signals.h"

#include <csignal>

#include "tests/support/catch.h"

namespace kine::server::stop_signals_test {

TEST_CASE("the first signal is waited for and does not end the program", "[stop_signals]") {
  const int signal = GENERATE(SIGTERM, SIGINT);
  StopSignals signals;
  REQUIRE(std::raise(signal) == 0);
  CHECK(signals.wait() == signal);
  CHECK(signals.came());
}

TEST_CASE("whether a signal has come can be asked without waiting", "[stop_signals]") {
  const int signal = GENERATE(SIGTERM, SIGINT);
  StopSignals signals;
  CHECK_FALSE(signals.came());
  REQUIRE(std::raise(signal) == 0);
  CHECK(signals.came());
  CHECK(signals.came());
}

}  // namespace kine::server::stop_signals_test
