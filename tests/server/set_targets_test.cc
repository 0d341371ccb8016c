// Tests for server/set_targets.h.
#include "server/set_targets.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::server {

TEST_CASE("targets are taken up to their number, and known ones again", "[set_targets]") {
  SetTargets targets;
  for (std::size_t i = 0; i < kSetTargetsMax; ++i) REQUIRE(targets.add(std::to_string(i)));
  CHECK_FALSE(targets.add("one more"));
  CHECK(targets.add("7"));
  CHECK(targets.names().size() == kSetTargetsMax);
  CHECK(targets.names().front() == "0");
}

}  // namespace kine::server
