// Tests for server/set_targets.h.
#include "server/set_targets.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::server {

TEST_CASE("targets are taken up to their number, and known ones again", "[set_targets]") {
  SetTargets targets;
  for (std::size_t i = 0; i < kSetTargetsMax; ++i) REQUIRE(targets.add(std::to_string(i), {}));
  CHECK_FALSE(targets.add("one more", {}));
  CHECK(targets.add("7", {1, 2, 3}));
  CHECK(targets.names().size() == kSetTargetsMax);
  CHECK(targets.names().front() == "0");
  CHECK(targets.located()[7].name == "7");
  CHECK(targets.located()[7].at.position_m == Vec3{1, 2, 3});
}

}  // namespace kine::server
