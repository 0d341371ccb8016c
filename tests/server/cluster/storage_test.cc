// Tests for server/cluster/storage.h, with real servers of NATS.
#include "server/cluster/storage.h"

#include "server/cluster/checked_publish.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::storage_test {
namespace {

using namespace std::chrono_literals;

std::int64_t replicas_of(const NatsConnection& connection, const char* stream) {
  jsStreamInfo* info = nullptr;
  jsErrCode code{};
  const natsStatus status =
      js_GetStreamInfo(&info, connection.jet_stream(), stream, nullptr, &code);
  if (status != NATS_OK) return 0;
  const std::int64_t replicas = info->Config->Replicas;
  jsStreamInfo_Destroy(info);
  return replicas;
}

}  // namespace

TEST_CASE("storage is made once, and found after that", "[cluster]") {
  test::NatsProgram program;
  const auto connection = test::connected(program.url());
  REQUIRE(make_storage(*connection, 10s));
  REQUIRE(make_storage(*connection, 10s));
  // Other settings than those that are there are left alone.
  REQUIRE(make_storage(*connection, 10s, 10s));
  CHECK(replicas_of(*connection, "LOG") == 1);
  CHECK(replicas_of(*connection, "KV_PLACE") == 1);
  kvStore* store = nullptr;
  CHECK(js_KeyValue(&store, connection->jet_stream(), kScenesBucket) == NATS_OK);
  kvStore_Destroy(store);
}

TEST_CASE("a server that stores nothing is an error with its own words", "[cluster]") {
  test::NatsProgram program;
  const auto connection = test::connected(program.url());
  program.stop();
  const auto made = make_storage(*connection, 100ms);
  program.go_on();
  REQUIRE_FALSE(made);
  CHECK(made.error().message.starts_with("the cluster cannot store anything: "));
}

}  // namespace kine::server::storage_test
