// How old frames are in functions that take 100 ms, and how quick pings are beside them.
//
// Ages are by the server's count of ticks, as pongs tell it before any function is slow: afterwards
// pongs wait for this thread, and say less well what time it is. The figures are printed; the
// bounds are ten times what an idle machine does, and a fifth of what a client does that reads one
// by one.
#include <algorithm>
#include <cstdio>
#include <future>

#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::client::slow_callback_test {
namespace {

using namespace std::chrono_literals;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr auto kAFrame = 100ms;
constexpr std::size_t kFrames = 60;
constexpr double kAgeMax_ms = 500;
constexpr double kPingMax_ms = 500;

/// Keeps this thread, as drawing would.
void work() { std::promise<void>().get_future().wait_for(kAFrame); }

double now_ms() {
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double share_of(std::vector<double>& all, double share) {
  std::sort(all.begin(), all.end());
  return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
}

}  // namespace

TEST_CASE("a slow function gets new frames, and pings are quick", "[client]") {
  const auto server = test::start_server();
  auto connected = Client::connect({.address = {"127.0.0.1", server->port()}});
  REQUIRE(connected);
  Client& client = *connected;
  for (int i = 0; i < 10; ++i) REQUIRE(client.ping());
  REQUIRE(client.clock().tick_time_s());
  const double ticks_at_0_ms = 1000 * *client.clock().tick_time_s() - now_ms();

  std::vector<double> ages_ms;
  client.on_frame([&](const Skeleton&, const Frame& frame) {
    const double made_ms = 1000 * static_cast<double>(frame.tick) / client.tick_rate_hz();
    ages_ms.push_back(ticks_at_0_ms + now_ms() - made_ms);
    work();
  });
  REQUIRE(client.subscribe());
  std::vector<double> pings_ms;
  while (ages_ms.size() < kFrames) {
    REQUIRE(client.poll(1s));
    const double sent_ms = now_ms();
    REQUIRE(client.ping());
    pings_ms.push_back(now_ms() - sent_ms);
  }

  std::printf("C++: %zu frames at 100 ms each: age median %.1f ms, p99 %.1f ms; ", ages_ms.size(),
              share_of(ages_ms, 0.5), share_of(ages_ms, 0.99));
  std::printf("%zu pings: median %.1f ms, most %.1f ms\n", pings_ms.size(), share_of(pings_ms, 0.5),
              share_of(pings_ms, 1));
  CHECK(share_of(ages_ms, 0.99) < kAgeMax_ms);
  CHECK(share_of(pings_ms, 1) < kPingMax_ms);
}

TEST_CASE("a function may ask and wait for the answer", "[client]") {
  const auto server = test::start_server();
  auto client = Client::connect({.address = {"127.0.0.1", server->port()}});
  REQUIRE(client);
  std::optional<Seconds> round_trip;
  bool was_alone = true;
  bool runs = false;
  client->on_frame([&](const Skeleton&, const Frame&) {
    was_alone = was_alone && !std::exchange(runs, true);
    if (const auto pinged = client->ping()) round_trip = *pinged;
    runs = false;
  });
  REQUIRE(client->subscribe());
  const auto deadline = std::chrono::steady_clock::now() + 30s;
  while (!round_trip && std::chrono::steady_clock::now() < deadline) REQUIRE(client->poll(100ms));
  CHECK(round_trip);
  CHECK(was_alone);
}

}  // namespace kine::client::slow_callback_test
