// Tests for server/admin/ask_admin.h.
#include "server/admin/ask_admin.h"

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::server::ask_admin_test {

TEST_CASE("a program asks for the metrics of a server", "[admin]") {
  Options options = test::server_options();
  options.admin = client::Address{.host = "127.0.0.1", .port = 0};
  const auto server = test::start_server(std::move(options));
  const auto address = client::parse_address(server->admin_address(), 0);
  REQUIRE(address);
  const auto text = ask_for_metrics(*address);
  REQUIRE(text);
  CHECK(text->starts_with("# HELP "));
  CHECK_FALSE(ask_for_metrics({.host = "127.0.0.1", .port = 1}));
}

}  // namespace kine::server::ask_admin_test
