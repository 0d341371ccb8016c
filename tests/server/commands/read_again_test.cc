// Tests for server/commands/read_again.h, on a server that runs.
#include "server/commands/read_again.h"

#include <exception>

#include "server/base/sha256.h"
#include "server/commands/serve.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::read_again_test {

TEST_CASE("a server without files that are read again does not hear of a hang-up", "[read_again]") {
  CHECK_FALSE(reading_again({}, {"--still"}));
}

TEST_CASE("limits of the file take effect, and those of a wrong file do not", "[read_again]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.toml", "still = true\n");
  const auto read = reading_again({}, {"--config", file});
  REQUIRE(read);
  const auto server = test::start_server();
  const Limits before = server->limits();

  folder.write("a.toml", "[limits]\nscripts_at_once_max = 3\nconnections_max = 7\n");
  read(*server);
  CHECK(server->limits().scripts_at_once_max == 3);
  CHECK(server->limits().connections_max == before.connections_max);

  for (const char* wrong : {"[limits]\nscripts_at_once_max = 4\nblocks_at_once_max = 0\n",
                            "no toml", "[limits]\nscripts_at_once_max = 4\nscripts_max = 1\n",
                            "tick-rate = 0\n[limits]\nscripts_at_once_max = 4\n"}) {
    CAPTURE(wrong);
    folder.write("a.toml", wrong);
    read(*server);
    CHECK(server->limits().scripts_at_once_max == 3);
  }

  // What the file says no more is as it ever was.
  folder.write("a.toml", "");
  read(*server);
  CHECK(server->limits().scripts_at_once_max == before.scripts_at_once_max);
}

TEST_CASE("tenants are read again, and a wrong file leaves them as they were", "[read_again]") {
  const test::TemporaryFolder folder;
  const auto line_of = [](const std::string& token) {
    return "sha256:" + sha256_of(token) + " lab main subscribe,perform never\n";
  };
  const std::string file = folder.write("tenants", line_of("simsim"));
  Options options = test::server_options();
  auto tenants = read_tenants(file);
  REQUIRE(tenants);
  options.tenants = *std::move(tenants);
  const auto server = test::start_server(std::move(options));
  const auto read = reading_again({.tenants = file}, {"--tenants", file});
  REQUIRE(read);
  const auto is_let_in = [&](const std::string& token) {
    test::WireClient client(server->port());
    try {
      client.say_hello(token);
    } catch (const std::exception&) {
      return false;
    }
    return true;
  };
  CHECK(is_let_in("simsim"));
  CHECK_FALSE(is_let_in("sesame"));
  folder.write("tenants", line_of("sesame"));
  read(*server);
  CHECK(is_let_in("sesame"));
  CHECK_FALSE(is_let_in("simsim"));
  folder.write("tenants", "nonsense\n");
  read(*server);
  CHECK(is_let_in("sesame"));
}

}  // namespace kine::server::read_again_test
