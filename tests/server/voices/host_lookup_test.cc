#include "server/voices/host_lookup.h"

#include <netinet/in.h>

#include <atomic>
#include <condition_variable>

#include "tests/support/catch.h"

namespace kine::server::host_lookup_test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Of a system that answers when it is told to; shared with threads that outlive a test.
struct SlowSystem {
  HostAddresses answer() {
    ++asked;
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return may_answer; });
    return {HostAddress{.family = AF_INET, .size = sizeof(sockaddr_in)}};
  }
  void let_go() {
    const std::lock_guard lock(mutex);
    may_answer = true;
    changed.notify_all();
  }

  std::atomic<int> asked{0};
  std::mutex mutex;
  std::condition_variable changed;
  bool may_answer = false;
};

HostLookup lookup_by(const std::shared_ptr<SlowSystem>& system) {
  return HostLookup([system](const auto&, const auto&) { return system->answer(); });
}

}  // namespace

TEST_CASE("who asks for a name is not kept longer than he waits", "[host_lookup]") {
  const auto system = std::make_shared<SlowSystem>();
  HostLookup lookup = lookup_by(system);
  const auto before = Clock::now();

  const auto late = lookup.find("a.name", "80", before + 20ms);

  REQUIRE_FALSE(late);
  CHECK(late.error().message == "its host is not found in time");
  CHECK(Clock::now() - before < 5s);
  system->let_go();
}

TEST_CASE("a name that is asked for again is one question", "[host_lookup]") {
  const auto system = std::make_shared<SlowSystem>();
  HostLookup lookup = lookup_by(system);
  for (int i = 0; i < 5; ++i) CHECK_FALSE(lookup.find("a.name", "80", Clock::now() + 1ms));
  system->let_go();
  const auto found = lookup.find("a.name", "80", Clock::now() + 10s);
  REQUIRE(found);
  CHECK(found->size() == 1);
  // The last may have come when the others had their answer.
  CHECK(system->asked <= 2);
}

TEST_CASE("no such host is an error", "[host_lookup]") {
  HostLookup lookup([](const auto&, const auto&) { return HostAddresses(); });
  const auto found = lookup.find("nobody", "80", Clock::now() + 10s);
  REQUIRE_FALSE(found);
  CHECK(found.error().message == "no such host");
}

TEST_CASE("numbers are found without waiting", "[host_lookup]") {
  for (const std::string host : {"127.0.0.1", "::1"}) {
    const auto found = find_host(host, "80", Clock::now());
    REQUIRE(found);
    CHECK(found->front().size > 0);
  }
  const auto local = find_host("localhost", "80", Clock::now() + 10s);
  CHECK(local);
}

}  // namespace kine::server::host_lookup_test
