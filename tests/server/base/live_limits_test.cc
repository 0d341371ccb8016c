// Tests for server/base/live_limits.h.
#include "server/base/live_limits.h"

#include <thread>

#include "tests/support/catch.h"

namespace kine::server::live_limits_test {

TEST_CASE("the last limits count, and who looks at others may go on", "[live_limits]") {
  Limits first;
  first.scripts_at_once_max = 1;
  LiveLimits live(first);
  const Limits& seen = live.now();
  Limits second;
  second.scripts_at_once_max = 2;
  live.replace(second);
  CHECK(live.now().scripts_at_once_max == 2);
  CHECK(seen.scripts_at_once_max == 1);
}

TEST_CASE("limits are seen whole while they change", "[live_limits]") {
  const Limits first;
  LiveLimits live(first);
  std::thread changing([&live] {
    for (std::size_t i = 1; i <= 1'000; ++i) {
      Limits next;
      next.scripts_at_once_max = i;
      next.blocks_at_once_max = 2 * i;
      live.replace(next);
    }
  });
  for (std::size_t last = 0; last < 1'000;) {
    const Limits& now = live.now();
    if (&now == &first) continue;
    CHECK(now.blocks_at_once_max == 2 * now.scripts_at_once_max);
    CHECK(now.scripts_at_once_max >= last);
    last = now.scripts_at_once_max;
  }
  changing.join();
}

}  // namespace kine::server::live_limits_test
