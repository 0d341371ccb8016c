// Tests for what clients/cpp/client.h tells of a server with a journal.
#include <chrono>
#include <string>

#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/temporary_folder.h"

namespace kine::client::kept_test {

TEST_CASE("a script is told as kept where the server has a journal", "[client]") {
  const test::TemporaryFolder folder;
  server::Options options = test::server_options();
  options.journal = folder.path();
  const auto server = test::start_server(std::move(options));
  auto connected = Client::connect({.address = {"127.0.0.1", server->port()}});
  REQUIRE(connected);
  Client client = *std::move(connected);
  std::string kept;
  bool told = false;
  client.on_kept([&](const std::string& id) {
    kept = id;
    told = true;
  });
  const auto submitted = client.submit(test::head_script(0.2), {.id = "mine"});
  REQUIRE(submitted);
  CHECK(submitted->kept_later);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!told && std::chrono::steady_clock::now() < deadline) {
    REQUIRE(client.poll(std::chrono::milliseconds(100)));
  }
  CHECK(kept == "mine");
}

}  // namespace kine::client::kept_test
