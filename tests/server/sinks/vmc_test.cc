// Tests for server/sinks/vmc.h: what really arrives, by UDP on loopback.
#include "server/sinks/vmc.h"

#include <chrono>

#include "tests/support/catch.h"
#include "tests/support/server/datagrams.h"
#include "tests/support/server/running_server.h"

namespace kine::server::vmc_test {
namespace {

TEST_CASE("a server sends a character as VMC, packet after packet", "[vmc]") {
  test::Datagrams receiver;
  Options options = test::server_options();
  options.vmc = {{.character = "ben", .address = {.host = "127.0.0.1", .port = receiver.port()}}};
  const auto server = test::start_server(options);
  int beginnings = 0;
  for (int i = 0; i < 60 && beginnings < 3; ++i) {
    const std::string packet = receiver.next();
    REQUIRE(packet.starts_with(std::string_view("#bundle\0", 8)));
    if (packet.find("/VMC/Ext/OK") != std::string::npos) ++beginnings;
  }
  CHECK(beginnings == 3);
}

TEST_CASE("an unknown character for VMC is told with those that there are", "[vmc]") {
  Options options = test::server_options();
  options.vmc = {{.character = "eve", .address = {}}};
  const auto server = Server::start(options, Demonstration::Off);
  REQUIRE_FALSE(server);
  CHECK(server.error().message == "no character for VMC, there are ada, ben: 'eve'");
}

TEST_CASE("whom to send where is a name and an address, of which most may be left out", "[vmc]") {
  const auto whole = parse_vmc_target("ada=192.0.2.1:4000");
  REQUIRE(whole);
  CHECK(whole->character == "ada");
  CHECK(whole->address == client::Address{.host = "192.0.2.1", .port = 4000});
  const auto least = parse_vmc_target("192.0.2.1");
  REQUIRE(least);
  CHECK(least->character.empty());
  CHECK(least->address.port == 39539);
  CHECK_FALSE(parse_vmc_target("ada=192.0.2.1:port"));
}

}  // namespace
}  // namespace kine::server::vmc_test
