// Tests for clients/cpp/acknowledgement.h.
#include "clients/cpp/acknowledgement.h"

#include "tests/support/catch.h"

namespace kine::client::acknowledgement_test {

TEST_CASE("the first frame is said at once, then every tenth of a second", "[acknowledgement]") {
  Acknowledgement acknowledgement;
  int said = 0;
  for (std::uint64_t tick = 1'000; tick < 1'060; ++tick) {
    if (acknowledgement.is_due(tick, 60)) ++said;
  }
  CHECK(said == 10);
}

TEST_CASE("of several characters a tick is said once", "[acknowledgement]") {
  Acknowledgement acknowledgement;
  CHECK(acknowledgement.is_due(7, 1));
  CHECK_FALSE(acknowledgement.is_due(7, 1));
  CHECK(acknowledgement.is_due(8, 1));
}

TEST_CASE("a frame after a gap is said, so that the server never waits", "[acknowledgement]") {
  Acknowledgement acknowledgement;
  CHECK(acknowledgement.is_due(100, 60));
  CHECK_FALSE(acknowledgement.is_due(101, 60));
  CHECK(acknowledgement.is_due(131, 60));
}

TEST_CASE("after a restart of the server the first tick is said", "[acknowledgement]") {
  Acknowledgement acknowledgement;
  CHECK(acknowledgement.is_due(1'000'000, 60));
  acknowledgement.clear();
  CHECK(acknowledgement.is_due(1, 60));
}

}  // namespace kine::client::acknowledgement_test
