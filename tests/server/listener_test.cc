// Tests for server/listener.h: who is let in, on real sockets.
#include "server/listener.h"

#include <vector>

#include "tests/support/catch.h"
#include "tests/support/running_server.h"
#include "tests/support/wire_client.h"

namespace kine::server::listener_test {

using test::start_server;
using test::WireClient;

TEST_CASE("connections of one address without Hello are bounded", "[listener]") {
  Options options = test::server_options();
  options.limits.connections_without_hello_max = 3;
  const auto server = start_server(options);
  std::vector<WireClient> silent;
  for (int i = 0; i < 3; ++i) silent.emplace_back(server->port());

  WireClient refused(server->port());
  CHECK(refused.last_words() == "past connections_without_hello_max of 3");
  CHECK(server->status().connections_refused == 1);

  // Whoever says Hello makes room for another.
  silent[0].say_hello();
  WireClient client(server->port());
  client.say_hello();
}

TEST_CASE("connections are bounded, with Hello or without", "[listener]") {
  Options options = test::server_options();
  options.limits.connections_max = 2;
  const auto server = start_server(options);
  WireClient first(server->port());
  WireClient second(server->port());
  first.say_hello();
  second.say_hello();

  CHECK(WireClient(server->port()).last_words() == "past connections_max of 2");
}

TEST_CASE("a thousand connections that say nothing leave others alone and are closed",
          "[listener]") {
  Options options = test::server_options();
  options.limits.hello_wait_max = std::chrono::milliseconds(500);
  const auto server = start_server(options);
  WireClient healthy(server->port());
  healthy.say_hello();
  healthy.subscribe();
  const std::size_t before = test::resident_bytes();

  std::vector<WireClient> silent;
  for (int i = 0; i < 1000; ++i) silent.emplace_back(server->port());
  const std::uint64_t tick = healthy.next_frame().tick();
  while (healthy.next_frame().tick() < tick + 30) {
  }
  for (WireClient& client : silent) client.last_words();

  CHECK(test::resident_bytes() < before + (std::size_t{64} << 20));
  CHECK(server->status().connections_refused >= 900);
}

}  // namespace kine::server::listener_test
