// Tests for server/cluster/node_name.h, with a real server of NATS.
#include "server/cluster/node_name.h"

#include <cstdio>
#include <future>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::node_name_test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Result<std::unique_ptr<NodeName>> claim_name(const NatsConnection& connection,
                                             const std::string& cluster,
                                             std::function<void(const std::string&)> on_taken = {},
                                             NodeNameSettings settings = {}) {
  return NodeName::claim(connection, cluster, {"one", "127.0.0.1:7741"}, 20s, std::move(on_taken),
                         settings);
}

void never(const std::string& why) { FAIL("nobody has taken it: " << why); }

}  // namespace

TEST_CASE("a second node of a name is told so while the first one runs", "[cluster]") {
  const auto connection = test::stored_connection();
  const auto first = claim_name(*connection, "names", never);
  REQUIRE(first);
  const auto asked = Clock::now();
  const auto second = claim_name(*connection, "names", never);
  CHECK(Clock::now() - asked < 2s);  // it is renewed each second
  REQUIRE_FALSE(second);
  CHECK(second.error().message ==
        "another node of this name runs (its clients go to '127.0.0.1:7741'): give each node a "
        "--node of its own: 'one'");
  CHECK(claim_name(*connection, "other-names", never));  // another cluster
}

TEST_CASE("a node that left gives its name to the next at once", "[cluster]") {
  const auto connection = test::stored_connection();
  REQUIRE(claim_name(*connection, "left", never));  // and it is gone
  const auto asked = Clock::now();
  REQUIRE(claim_name(*connection, "left", never));
  CHECK(Clock::now() - asked < 1s);
}

TEST_CASE("a node that was killed has its name again after 3 s", "[cluster]") {
  const auto connection = test::stored_connection();
  Lease killed(*connection, {"killed", "one"}, {"one", ""}, {.bucket = kNodesBucket});
  const auto held = killed.claim();
  REQUIRE(held);
  REQUIRE(*held);
  const auto asked = Clock::now();
  REQUIRE(claim_name(*connection, "killed", never));  // nobody renews it
  const double waited_s = std::chrono::duration<double>(Clock::now() - asked).count();
  std::printf("the name of a killed node was free after %.2f s\n", waited_s);
  CHECK(waited_s > 2);
  CHECK(waited_s < 3.5);
}

TEST_CASE("a name that NATS forgot is claimed anew, or its node hears that it is another's",
          "[cluster]") {
  const auto connection = test::stored_connection();
  std::promise<std::string> taken;
  // Both later than NATS forgets, the second one behind the first.
  const auto forgotten = claim_name(*connection, "forgotten", never, {.renew_each = 4'000ms});
  const auto lost =
      claim_name(*connection, "lost", [&](const std::string& why) { taken.set_value(why); },
                 {.renew_each = 4'500ms});
  REQUIRE(forgotten);
  REQUIRE(lost);
  Lease next(*connection, {"lost", "one"}, {"one", ""}, {.bucket = kNodesBucket});
  const auto until = Clock::now() + 10s;
  for (auto claimed = next.claim(); !claimed || !*claimed; claimed = next.claim()) {
    REQUIRE(Clock::now() < until);
    nats_Sleep(20);
  }
  auto why = taken.get_future();
  REQUIRE(why.wait_for(10s) == std::future_status::ready);
  CHECK(why.get() == "another node of the cluster has its name now");
  Lease other(*connection, {"forgotten", "one"}, {"one", ""}, {.bucket = kNodesBucket});
  const auto claimed = other.claim();
  REQUIRE(claimed);
  CHECK_FALSE(*claimed);
}

}  // namespace kine::server::node_name_test
