// Tests for server/cluster/nats_connection.h, with real servers of NATS.
#include "server/cluster/nats_connection.h"

#include <condition_variable>
#include <mutex>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::nats_connection_test {
namespace {

using namespace std::chrono_literals;

class Heard {
 public:
  NatsListening listening() {
    return {.on_connected = [this] { count(connected_); },
            .on_disconnected = [this] { count(disconnected_); }};
  }

  bool waits_for(int connected, int disconnected) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(
        lock, 10s, [&] { return connected_ >= connected && disconnected_ >= disconnected; });
  }

 private:
  void count(int& of) {
    const std::lock_guard lock(mutex_);
    ++of;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int connected_ = 0;
  int disconnected_ = 0;
};

}  // namespace

TEST_CASE("a connection comes back when its server does", "[cluster]") {
  Heard heard;
  test::NatsProgram program;
  const auto connection = test::connected(program.url(), "a", heard.listening());
  REQUIRE(heard.waits_for(1, 0));
  CHECK(connection->servers() == 1);
  CHECK(connection->payload_bytes_max() == 1 << 20);
  program.kill();
  REQUIRE(heard.waits_for(1, 1));
  CHECK_FALSE(connection->is_connected());
  program.start_again();
  REQUIRE(heard.waits_for(2, 1));
  CHECK(connection->wait_until_connected(10s));
}

TEST_CASE("a server that starts later is reached all the same", "[cluster]") {
  test::NatsProgram program;
  program.kill();
  Heard heard;
  auto connection =
      NatsConnection::connect({.servers = {program.url()}, .name = "a"}, heard.listening());
  REQUIRE(connection);
  CHECK_FALSE((*connection)->wait_until_connected(50ms));
  program.start_again();
  REQUIRE(heard.waits_for(1, 0));
  CHECK((*connection)->wait_until_connected(10s));
}

TEST_CASE("a server asks for a user and a password", "[cluster]") {
  test::NatsProgram program({"--user", "kine", "--pass", "secret"});
  std::string url = program.url();
  const auto connection = test::connected(url.insert(7, "kine:secret@"));
  CHECK(connection->is_connected());
  auto stranger = NatsConnection::connect({.servers = {program.url()}, .name = "stranger"});
  REQUIRE(stranger);
  CHECK_FALSE((*stranger)->wait_until_connected(500ms));
  CHECK_FALSE((*stranger)->last_fault().empty());  // the engine does not say that it is the word
}

TEST_CASE("an option that is wrong is an error at once", "[cluster]") {
  const auto connection =
      NatsConnection::connect({.servers = {"nats://127.0.0.1:1"}, .ca_file = "/none/ca.pem"});
  REQUIRE_FALSE(connection);
  CHECK(connection.error().message.starts_with("the cluster cannot be joined: "));
}

}  // namespace kine::server::nats_connection_test
