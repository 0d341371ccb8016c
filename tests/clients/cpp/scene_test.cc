// Tests for ConnectOptions::scene of clients/cpp/client.h, against a real server.
#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::client::scene_test {

TEST_CASE("a client joins the scene that it names", "[client][scenes]") {
  server::Options options = test::server_options();
  options.scenes = {"hall"};
  const auto server = test::start_server(std::move(options));
  const Address address{"127.0.0.1", server->port()};

  CHECK(Client::connect({.address = address, .scene = "hall"}));
  const auto refused = Client::connect({.address = address, .scene = "nowhere"});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("'main', 'hall', and not 'nowhere'") != std::string::npos);
}

}  // namespace kine::client::scene_test
