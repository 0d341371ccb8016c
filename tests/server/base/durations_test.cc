// Tests for server/base/durations.h.
#include "server/base/durations.h"

#include <thread>

#include "tests/support/catch.h"

namespace kine::server::durations_test {
namespace {

constexpr std::array kBounds_s{0.25, 1.0};

}  // namespace

TEST_CASE("a duration counts below each bound that it does not pass", "[durations]") {
  using namespace std::chrono_literals;
  Durations durations(kBounds_s);
  for (const std::chrono::nanoseconds each : {100ms, 250ms, 500ms, 2'000ms}) durations.add(each);
  const auto counts = durations.counts();
  CHECK(counts.up_to == std::vector<std::uint64_t>{2, 3});
  CHECK(counts.all == 4);
  CHECK(counts.sum_s == Approx(2.85));
}

TEST_CASE("durations of several threads are all counted", "[durations]") {
  Durations durations(kBounds_s);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 1'000; ++n) durations.add(std::chrono::milliseconds(1));
    });
  }
  for (std::thread& each : threads) each.join();
  CHECK(durations.counts().all == 4'000);
}

}  // namespace kine::server::durations_test
