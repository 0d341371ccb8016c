// Tests for server/ticks/tick_loop.h.
#include "server/ticks/tick_loop.h"

#include <algorithm>
#include <future>
#include <utility>
#include <vector>

#include "server/base/limits.h"
#include "tests/support/catch.h"

namespace kine::server::tick_loop_test {

using namespace std::chrono_literals;

TEST_CASE("a tick is due when its time has come, not before", "[tick_loop]") {
  const TickRate rate(60);
  CHECK(due_ticks(rate, Tick{0}, 16'666'666ns) == DueTicks{0, 0});
  CHECK(due_ticks(rate, Tick{0}, 16'666'667ns) == DueTicks{0, 1});
  CHECK(due_ticks(rate, Tick{1}, 16'666'667ns) == DueTicks{0, 0});
}

TEST_CASE("a loop that is a little late runs every tick", "[tick_loop]") {
  CHECK(due_ticks(TickRate(10), Tick{5}, 900ms) == DueTicks{0, 4});
  CHECK(due_ticks(TickRate(60), Tick{0}, kCatchUpMax) == DueTicks{0, 30});
  CHECK(due_ticks(TickRate(1000), Tick{0}, kCatchUpMax) == DueTicks{0, 500});
  CHECK(due_ticks(TickRate(1), Tick{0}, 1s) == DueTicks{0, 1});
}

TEST_CASE("a loop that is very late skips to the present", "[tick_loop]") {
  CHECK(due_ticks(TickRate(10), Tick{0}, kCatchUpMax + 100ms) == DueTicks{5, 1});
  CHECK(due_ticks(TickRate(1), Tick{0}, 2s) == DueTicks{1, 1});
  CHECK(due_ticks(TickRate(60), Tick{60}, 1h) == DueTicks{3600 * 60 - 61, 1});
}

TEST_CASE("the ticks of a year are counted without drift", "[tick_loop]") {
  const TickRate rate(60);
  const auto year = std::chrono::hours(24 * 365);
  const std::uint64_t ticks = std::uint64_t{60} * 3600 * 24 * 365;
  CHECK(due_ticks(rate, Tick{ticks - 1}, year) == DueTicks{0, 1});
  CHECK(due_ticks(rate, Tick{ticks - 1}, year - 1ns) == DueTicks{0, 0});
}

TEST_CASE("the clock of ticks never runs back, whatever day the machine is told", "[tick_loop]") {
  STATIC_REQUIRE(TickLoop::Clock::is_steady);
  const auto earlier = TickLoop::Clock::now().time_since_epoch();
  const auto now = steady_now();
  CHECK(now >= std::chrono::floor<std::chrono::microseconds>(earlier));
  CHECK(now <= TickLoop::Clock::now().time_since_epoch());
}

TEST_CASE("a loop with the zero of others begins at the tick that is due by it", "[tick_loop]") {
  std::promise<std::pair<std::uint64_t, std::uint64_t>> first;
  bool has_begun = false;
  TickLoop loop(TickRate(10), [&](Tick tick, std::uint64_t skipped) {
    if (!std::exchange(has_begun, true)) first.set_value({tick.index, skipped});
  });
  const auto began = loop.start(Tick{100}, TickLoop::Clock::now() - 100s);
  auto future = first.get_future();
  REQUIRE(future.wait_for(20s) == std::future_status::ready);
  loop.stop();
  const auto [tick, skipped] = future.get();
  CHECK(tick >= 1'000);
  CHECK(tick == 100 + skipped + 1);
  CHECK(steady_now() - began >= 100s);
}

TEST_CASE("the loop counts ticks upwards from 1 and stops when told", "[tick_loop]") {
  std::vector<std::uint64_t> indices;
  std::promise<void> enough;
  TickLoop loop(TickRate(500), [&](Tick tick, std::uint64_t skipped) {
    indices.push_back(tick.index - skipped);
    if (indices.size() == 5) enough.set_value();
  });

  loop.start();
  REQUIRE(enough.get_future().wait_for(20s) == std::future_status::ready);
  loop.stop();

  const std::size_t count = indices.size();
  CHECK(indices.front() == 1);
  CHECK(std::is_sorted(indices.begin(), indices.end()));
  CHECK(count >= 5);
}

}  // namespace kine::server::tick_loop_test
