// Tests for server/commands/connect.h: what comes before a server is asked at all. Servers that
// answer, and that want a token, are met by play_test and probe_test.
#include "server/commands/connect.h"

#include "tests/support/catch.h"
#include "tests/support/server/tls_server.h"

namespace kine::server::connect_test {
namespace {

TEST_CASE("an address or a token file that cannot be is an error before anybody is asked",
          "[connect]") {
  CHECK(connect_to("nowhere:port", "", "test").error().message.find("port") != std::string::npos);
  const auto no_token = connect_to("127.0.0.1:1", "/nonexistent/token", "test");
  REQUIRE_FALSE(no_token);
  CHECK(no_token.error().message.find("/nonexistent/token") != std::string::npos);
}

TEST_CASE("a command says what to do where a server takes TLS", "[connect][tls]") {
  test::TlsStage stage;
  const auto server = test::start_server(stage.options());
  const auto refused = connect_to("127.0.0.1:" + std::to_string(server->port()), "", "test");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find(
            "this server takes TLS only: use wss:// or https://; this command speaks no TLS: put a "
            "plain port of this machine before that server") != std::string::npos);
  CHECK(connect_to("wss://127.0.0.1:7730", "", "test").error().message ==
        "this command speaks no TLS and no WebSocket: type HOST:PORT, and not "
        "'wss://127.0.0.1:7730'");
}

}  // namespace
}  // namespace kine::server::connect_test
