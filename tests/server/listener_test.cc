// Tests for server/listener.h: who is let in, on real sockets.
#include "server/listener.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::listener_test {

using test::start_server;
using test::WireClient;

namespace {

/// A WebSocket by way of a proxy, which says where its client is.
WireClient by_proxy(const Server& server, const std::string& address) {
  WireClient client(server.port());
  client.send_bytes(
      "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Protocol: kinesphere.v1\r\nX-Forwarded-For: " +
      address + "\r\n\r\n");
  client.receive_up_to("\r\n\r\n");
  return client;
}

}  // namespace

TEST_CASE("connections of one address without Hello are bounded", "[listener]") {
  Options options = test::server_options();
  options.limits.connections_without_hello_max = 3;
  const auto server = start_server(options);
  std::vector<WireClient> silent;
  for (int i = 0; i < 3; ++i) silent.emplace_back(server->port());

  // The oldest leaves, however often, and a client that says Hello is let in.
  WireClient next(server->port());
  CHECK(silent[0].last_words() == "past connections_without_hello_max of 3");
  CHECK(server->status().connections_displaced == 1);
  CHECK(server->status().connections_refused == 0);

  silent[1].say_hello();
  WireClient another(server->port());
  another.say_hello();
  silent[1].say_ping();
  next.say_hello();
  CHECK(server->status().connections_displaced == 1);
}

TEST_CASE("a flood of silent connections keeps no client of its address out", "[listener]") {
  Options options = test::server_options();
  options.limits.hello_wait_max = std::chrono::minutes(1);
  const auto server = start_server(options);
  std::vector<WireClient> silent;
  for (int i = 0; i < 500; ++i) silent.emplace_back(server->port());
  for (int i = 0; i < 20; ++i) {
    WireClient client(server->port());
    client.say_hello();
    for (int k = 0; k < 20; ++k) silent.emplace_back(server->port());
    client.say_ping();
  }
  WireClient(server->port()).say_hello();
  CHECK(server->status().connections_refused == 0);
  // Of 900 silent ones and the last one 64 had a place.
  CHECK(server->status().connections_displaced == 901 - 64);
}

TEST_CASE("clients behind a trusted proxy are counted by their own addresses", "[listener]") {
  Options options = test::server_options();
  options.limits.hello_wait_max = std::chrono::minutes(1);
  options.limits.connections_without_hello_max = 3;
  std::size_t displaced = 0;
  SECTION("so that they keep nobody else out") {
    options.proxies = *Proxies::parse({"127.0.0.0/8"});
    displaced = 11 - 3;  // of the address with eleven
  }
  SECTION("and of a proxy that nobody trusts by its own") { displaced = 31 - 3; }
  const auto server = start_server(options);
  std::vector<WireClient> clients;
  for (int i = 0; i < 30; ++i) {
    clients.push_back(by_proxy(*server, "192.0.2." + std::to_string(std::min(i, 19))));
  }
  WireClient(server->port()).say_hello();
  CHECK(server->status().connections_displaced == displaced);
}

TEST_CASE("an address that has all places leaves half of them to another one", "[listener]") {
  Options options = test::server_options();
  options.limits.connections_max = 10;
  const auto server = start_server(options);
  std::vector<WireClient> greedy;
  for (int i = 0; i < 10; ++i) {
    greedy.emplace_back(server->port());
    greedy.back().say_hello();
  }
  std::vector<WireClient> others;
  for (int i = 0; i < 5; ++i) {
    others.push_back(WireClient::from("127.0.0.2", server->port()));
    others.back().say_hello();
  }
  CHECK(WireClient::from("127.0.0.2", server->port()).last_words() == "past connections_max of 10");
  CHECK(server->status().connections_displaced == 5);
  for (std::size_t i = 0; i < greedy.size(); ++i) {
    if (i < 5) {
      greedy[i].say_ping();
    } else {
      CHECK(greedy[i].last_words() ==
            "past connections_max of 10: your address has the most connections, "
            "and another one asked for a place");
    }
  }
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
  CHECK(server->status().connections_refused == 0);
  CHECK(server->status().connections_displaced >= 900);
}

}  // namespace kine::server::listener_test
