// Tests for server/cluster/epoch.h, with a real server of NATS.
#include "server/cluster/epoch.h"

#include "server/cluster/checked_publish.h"
#include "server/cluster/storage.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::epoch_test {
namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("the first node writes the epoch, and all others read it", "[cluster]") {
  test::NatsProgram program;
  const auto connection = test::connected(program.url());
  CHECK_FALSE(epoch_of_cluster(*connection, 1, 100ms));
  REQUIRE(make_storage(*connection, 10s));
  const auto first = epoch_of_cluster(*connection, 1'700'000'000'000'001, 5s);
  REQUIRE(first);
  CHECK(*first == 1'700'000'000'000'001);
  const auto second = epoch_of_cluster(*connection, 1'800'000'000'000'000, 5s);
  REQUIRE(second);
  CHECK(*second == *first);
}

TEST_CASE("an epoch that is no time is an error", "[cluster]") {
  test::NatsProgram program;
  const auto connection = test::connected(program.url());
  REQUIRE(make_storage(*connection, 10s));
  REQUIRE(publish_checked(*connection,
                          {.subject = subject_of_key(kScenesBucket, "epoch"), .data = "noon"}, 2s)
              .outcome == Published::Outcome::Stored);
  const auto epoch = epoch_of_cluster(*connection, 1, 5s);
  REQUIRE_FALSE(epoch);
  CHECK(epoch.error().message == "the cluster's epoch is no time in microseconds: 'noon'");
}

}  // namespace kine::server::epoch_test
