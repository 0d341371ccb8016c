// Tests for server/admin/health.h.
#include "server/admin/health.h"

#include "tests/support/catch.h"

namespace kine::server::health_test {

using namespace std::chrono_literals;

TEST_CASE("a server lives as long as it has run a tick within a second", "[admin]") {
  Status status;
  CHECK(faults_of_life(status, 100s).size() == 1);  // none yet
  status.tick_at_us = 99'500'000;
  CHECK(faults_of_life(status, 100s).empty());
  CHECK(faults_of_life(status, 101s).size() == 1);
}

TEST_CASE("clients should wait where it is late, leaves or does not live", "[admin]") {
  Status status;
  status.tick_at_us = 100'000'000;
  CHECK(reasons_to_wait(status, false, 100s).empty());
  CHECK(reasons_to_wait(status, true, 100s).size() == 1);
  status.ticks_skipped = 1;
  status.skipped_at_us = 98'000'000;
  CHECK(reasons_to_wait(status, false, 100s).size() == 1);
  CHECK(reasons_to_wait(status, true, 100s).size() == 2);
  status.tick_at_us = 104'000'000;
  CHECK(reasons_to_wait(status, false, 104s).empty());
}

}  // namespace kine::server::health_test
