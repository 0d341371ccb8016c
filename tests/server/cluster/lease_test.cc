// Tests for server/cluster/lease.h, with real servers of NATS.
#include "server/cluster/lease.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::lease_test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begun) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
}

/// Tries until it has the scene.
bool claims_within(Lease& lease, std::chrono::milliseconds patience) {
  const auto until = Clock::now() + patience;
  while (Clock::now() < until) {
    const auto claimed = lease.claim();
    if (claimed && *claimed) return true;
    nats_Sleep(20);
  }
  return false;
}

}  // namespace

TEST_CASE("one node has a scene at a time, and hands it over at once", "[cluster]") {
  const auto connection = test::stored_connection();
  Lease ours(*connection, {"lease", "handed"}, {"a", "127.0.0.1:1"});
  Lease theirs(*connection, {"lease", "handed"}, {"b", "127.0.0.1:2"});
  const auto fence = ours.claim();
  REQUIRE(fence);
  REQUIRE(*fence);
  CHECK(ours.is_held());
  CHECK(ours.fence() == **fence);
  const auto refused = theirs.claim();
  REQUIRE(refused);
  CHECK_FALSE(*refused);
  CHECK_FALSE(theirs.is_held());
  CHECK(theirs.renew() == Lease::Renewed::Lost);
  CHECK(ours.renew() == Lease::Renewed::Yes);
  CHECK(ours.fence() == **fence);

  const auto released = Clock::now();
  REQUIRE(ours.release());
  CHECK_FALSE(ours.is_held());
  const auto taken = theirs.claim();
  std::printf("a released scene was taken after %.1f ms\n", ms_since(released));
  REQUIRE(taken);
  REQUIRE(*taken);
  CHECK(**taken > **fence);
  CHECK(ours.renew() == Lease::Renewed::Lost);
  CHECK(theirs.is_held());
}

TEST_CASE("a holder that stops says so before another takes over", "[cluster]") {
  const auto connection = test::stored_connection();
  Lease ours(*connection, {"lease", "stopped"}, {"a", ""});
  Lease theirs(*connection, {"lease", "stopped"}, {"b", ""});
  REQUIRE(claims_within(ours, 1s));
  REQUIRE(ours.renew() == Lease::Renewed::Yes);
  const auto stopped = Clock::now();
  double told = 0;
  for (;;) {
    if (told == 0 && !ours.is_held()) told = ms_since(stopped);
    const auto claimed = theirs.claim();
    const bool was_held = ours.is_held();
    REQUIRE(claimed);
    if (*claimed) {
      REQUIRE_FALSE(was_held);
      break;
    }
    REQUIRE(ms_since(stopped) < 4'000);
    nats_Sleep(10);
  }
  std::printf("a stopped holder said so after %.0f ms, and was followed after %.0f ms\n", told,
              ms_since(stopped));
  CHECK(told > 2'600);
  CHECK(ours.renew() == Lease::Renewed::Lost);
  CHECK(theirs.renew() == Lease::Renewed::Yes);
}

TEST_CASE("of many that claim at once one has the scene", "[cluster]") {
  constexpr int kNodes = 4;
  std::vector<std::unique_ptr<NatsConnection>> connections;
  for (int i = 0; i < kNodes; ++i) connections.push_back(test::stored_connection());
  for (int round = 0; round < 25; ++round) {
    std::vector<std::unique_ptr<Lease>> leases;
    for (const auto& each : connections) {
      leases.push_back(std::make_unique<Lease>(*each, SceneName{"lease", "crowd"},
                                               Node{"n" + std::to_string(leases.size()), ""}));
    }
    std::vector<std::thread> threads;
    for (const auto& each : leases) {
      threads.emplace_back([&each] { [[maybe_unused]] const auto claimed = each->claim(); });
    }
    for (std::thread& each : threads) each.join();
    int held = 0;
    for (const auto& each : leases) held += each->is_held() ? 1 : 0;
    REQUIRE(held == 1);
    for (const auto& each : leases) REQUIRE(each->release());
  }
}

TEST_CASE("a release of a scene that is lost takes it from nobody", "[cluster]") {
  const auto connection = test::stored_connection();
  const LeaseSettings brief{.ttl = 100ms};
  Lease ours(*connection, {"lease", "late"}, {"a", ""}, brief);
  Lease theirs(*connection, {"lease", "late"}, {"b", ""});
  REQUIRE(claims_within(ours, 1s));
  REQUIRE(claims_within(theirs, 4s));  // ours was never renewed
  CHECK_FALSE(ours.is_held());
  CHECK(ours.release());
  CHECK(theirs.renew() == Lease::Renewed::Yes);
}

TEST_CASE("a holder whose server is silent is in doubt, and goes on when it speaks", "[cluster]") {
  test::NatsProgram program;
  const auto connection = test::connected(program.url());
  REQUIRE(make_storage(*connection, 10s));
  Lease lease(*connection, {"lease", "silent"}, {"a", ""}, {.patience = 100ms});
  REQUIRE(claims_within(lease, 5s));
  program.stop();
  CHECK(lease.renew() == Lease::Renewed::NotYet);
  CHECK(lease.renew() == Lease::Renewed::NotYet);
  CHECK(lease.is_held());
  program.go_on();
  // What was sent meanwhile is stored now: the next renewal goes on behind it.
  const auto until = Clock::now() + 2s;
  Lease::Renewed renewed = Lease::Renewed::NotYet;
  while (renewed == Lease::Renewed::NotYet && Clock::now() < until) renewed = lease.renew();
  CHECK(renewed == Lease::Renewed::Yes);
}

TEST_CASE("a killed server of three leaves each scene with one holder", "[cluster][killed]") {
  test::NatsCluster cluster;
  const auto of_ours = test::connected(cluster.urls(), "a");
  const auto of_theirs = test::connected(cluster.urls(), "b");
  const auto made = make_storage(*of_ours, 30s);
  if (!made) FAIL(made.error().message);
  Lease ours(*of_ours, {"lease", "killed"}, {"a", ""});
  Lease theirs(*of_theirs, {"lease", "killed"}, {"b", ""});
  REQUIRE(claims_within(ours, 5s));
  cluster.leader_of(*of_ours, "KV_PLACE").kill();
  const auto killed = Clock::now();
  // Both go on as nodes do: the holder renews, the other one claims.
  double silent = 0;
  auto renewed = Clock::now();
  while (ms_since(killed) < 12'000 && silent < 2'000) {
    for (Lease* const each : {&ours, &theirs}) {
      Lease& other = each == &ours ? theirs : ours;
      const bool is_done =
          each->fence() != 0 ? each->renew() == Lease::Renewed::Yes : claims_within(*each, 1ms);
      REQUIRE_FALSE((each->is_held() && other.is_held()));
      if (!is_done) continue;
      silent = std::max(silent, ms_since(renewed));
      renewed = Clock::now();
    }
    nats_Sleep(50);
  }
  std::printf("a killed server of NATS: no lease was renewed or claimed for %.0f ms\n", silent);
  CHECK(ours.is_held() != theirs.is_held());
  CHECK(silent < 10'000);
}

TEST_CASE("a value that no node wrote names no node", "[cluster]") {
  CHECK(node_of_value(R"({"node":"a","address":"h:1"})") == Node{"a", "h:1"});
  for (const char* text : {"", "a", "[]", R"({"node":"a"})", R"({"node":1,"address":""})"}) {
    CHECK_FALSE(node_of_value(text));
  }
}

}  // namespace kine::server::lease_test
