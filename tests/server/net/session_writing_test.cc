// What a session writes to a client that reads now and then, on real sockets.
#include <map>
#include <string>

#include "server/net/session.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::session_writing_test {
namespace {

using test::WireClient;

/// So many that one socket does not take a tick's frames whole for long.
constexpr std::size_t kCharacters = 40;

std::unique_ptr<Server> serve_a_crowd() {
  Options options = test::server_options();
  std::vector<CharacterSpec> specs;
  for (std::size_t i = 0; i < kCharacters; ++i) {
    specs.push_back(*parse_character("c" + std::to_string(i) + "=ada"));
  }
  options.casts = *make_casts(specs);
  return test::start_server(std::move(options));
}

}  // namespace

TEST_CASE("a client that has stalled gets whole messages, in order, as soon as it reads on",
          "[session]") {
  const auto server = serve_a_crowd();
  WireClient stalled(server->port(), 4096);
  stalled.say_hello();
  stalled.subscribe();
  WireClient watching(server->port());
  watching.say_hello();
  watching.subscribe();
  constexpr int kStalls = 5;
  std::map<std::uint32_t, std::uint64_t> seen;  // the newest tick of each character
  for (int i = 0; i < kStalls; ++i) {
    const std::uint64_t dropped = server->status().frames_dropped;
    std::uint64_t now = 0;
    while (server->status().frames_dropped <= dropped + kCharacters) {
      now = watching.next_frame().tick();
    }
    kinesphere::Envelope ping;
    ping.mutable_ping()->set_client_time_us(now);
    stalled.send(ping);
    bool answered = false;
    for (std::uint64_t tick = 0; !answered || tick < now;) {
      const auto message = stalled.receive();  // a torn one is none
      REQUIRE(message);
      answered = answered || (message->has_pong() && message->pong().client_time_us() == now);
      if (!message->has_frame()) continue;
      tick = message->frame().tick();
      std::uint64_t& last = seen[message->frame().character_id()];
      CHECK(tick > last);
      last = tick;
    }
  }
  CHECK(seen.size() == kCharacters);
  CHECK(server->status().connections == 2);
}

}  // namespace kine::server::session_writing_test
