// Tests for ConnectOptions::keep_waiting of clients/cpp/client.h, against a real server.
#include <chrono>

#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::client::kept_waiting_test {

using namespace std::chrono_literals;

TEST_CASE("what waits goes on to wait behind a client that asked for it", "[client]") {
  const auto server = test::start_server();
  auto watcher = Client::connect({.address = {"127.0.0.1", server->port()}});
  REQUIRE(watcher);
  bool has_begun = false;
  watcher->on_feedback([&](const Feedback& feedback) {
    has_begun = has_begun || (feedback.kind == FeedbackKind::Started && feedback.id == "nod");
  });
  REQUIRE(watcher->subscribe({.parts = {Part::Events}}));
  REQUIRE(watcher->ping());  // the server has heard it
  {
    auto client = Client::connect({.address = {"127.0.0.1", server->port()}, .keep_waiting = true});
    REQUIRE(client);
    REQUIRE(client->submit(test::head_script(0.5), {.character = "ada"}));
    REQUIRE(client->submit(
        R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="nod" composition="APPEND">)"
        R"(<head id="n" lexeme="NOD"/></bml>)",
        {.character = "ada"}));
  }
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!has_begun && std::chrono::steady_clock::now() < deadline) REQUIRE(watcher->poll(100ms));
  CHECK(has_begun);
}

}  // namespace kine::client::kept_waiting_test
