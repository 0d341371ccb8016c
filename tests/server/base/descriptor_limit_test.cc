// Tests for server/base/descriptor_limit.h.
#include "server/base/descriptor_limit.h"

#include <sys/resource.h>

#include "tests/support/catch.h"

namespace kine::server::descriptor_limit_test {

TEST_CASE("the limit is raised to what the machine allows", "[descriptor_limit]") {
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  limit.rlim_cur = 512;
  REQUIRE(setrlimit(RLIMIT_NOFILE, &limit) == 0);

  CHECK(raise_descriptor_limit() == limit.rlim_max);

  REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(limit.rlim_cur == limit.rlim_max);
}

}  // namespace kine::server::descriptor_limit_test
