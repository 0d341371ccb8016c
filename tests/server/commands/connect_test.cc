// Tests for server/commands/connect.h: what comes before a server is asked at all. Servers that
// answer, and that want a token, are met by play_test and probe_test.
#include "server/commands/connect.h"

#include "tests/support/catch.h"

namespace kine::server::connect_test {
namespace {

TEST_CASE("an address or a token file that cannot be is an error before anybody is asked",
          "[connect]") {
  CHECK(connect_to("nowhere:port", "", "test").error().message.find("port") != std::string::npos);
  const auto no_token = connect_to("127.0.0.1:1", "/nonexistent/token", "test");
  REQUIRE_FALSE(no_token);
  CHECK(no_token.error().message.find("/nonexistent/token") != std::string::npos);
}

}  // namespace
}  // namespace kine::server::connect_test
