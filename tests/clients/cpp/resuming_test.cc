// Tests for clients/cpp/resuming.h.
#include "clients/cpp/resuming.h"

#include <chrono>

#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::client::resuming_test {
namespace {

kinesphere::Envelope feedback(std::uint64_t tick, const std::string& id) {
  kinesphere::Envelope envelope;
  envelope.mutable_feedback()->set_tick(tick);
  envelope.mutable_feedback()->set_id(id);
  return envelope;
}

}  // namespace

TEST_CASE("feedback that comes again is no news, and the newest is said in the next Hello",
          "[client]") {
  Resuming resuming("dm-1");
  CHECK(resuming.is_news(feedback(5, "a")));
  CHECK_FALSE(resuming.is_news(feedback(5, "a")));
  CHECK(resuming.is_news(feedback(4, "b")));
  kinesphere::Hello hello;
  resuming.write(hello);
  CHECK(hello.resume() == "dm-1");
  CHECK(hello.heard_tick() == 5);
  for (std::uint64_t tick = 6; tick < 5'000; ++tick) CHECK(resuming.is_news(feedback(tick, "c")));
  CHECK(resuming.is_news(feedback(5, "a")));  // it was too long ago
}

TEST_CASE("a script is sent again where the server plays it once", "[client]") {
  Resuming resuming("dm-1");
  kinesphere::Hello hello;
  resuming.read(hello);
  CHECK_FALSE(resuming.can_send_again());
  hello.add_capabilities("resume");
  resuming.read(hello);
  CHECK(resuming.can_send_again());
  resuming.keep(feedback(1, "a"));
  CHECK(resuming.unanswered().size() == 1);
  resuming.answered();
  CHECK(resuming.unanswered().empty());
  CHECK(resuming.name("script", 1).starts_with("script1-"));
}

TEST_CASE("a client without a name does nothing of it", "[client]") {
  Resuming resuming("");
  CHECK(resuming.is_news(feedback(5, "a")));
  CHECK(resuming.is_news(feedback(5, "a")));
  CHECK(resuming.name("script", 1) == "script1");
  kinesphere::Hello hello;
  hello.add_capabilities("resume");
  resuming.read(hello);
  CHECK_FALSE(resuming.can_send_again());
}

TEST_CASE("a client whose next program has its name hears how its script ended", "[client]") {
  const auto server = test::start_server();
  const ConnectOptions options{.address = {"127.0.0.1", server->port()}, .resume = "dm-1"};
  {
    auto client = Client::connect(options);
    REQUIRE(client);
    REQUIRE(client->submit(test::head_script(0.3), {.id = "a"}));
  }
  auto client = Client::connect(options);
  REQUIRE(client);
  bool has_ended = false;
  client->on_feedback([&](const Feedback& each) {
    has_ended = has_ended || (each.kind == FeedbackKind::Ended && each.id == "a");
  });
  const auto again = client->submit(test::head_script(0.3), {.id = "a"});
  REQUIRE(again);
  CHECK(again->blocks == std::vector<std::string>{"a"});
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!has_ended && std::chrono::steady_clock::now() < deadline) {
    REQUIRE(client->poll(std::chrono::milliseconds(100)));
  }
  CHECK(has_ended);
  CHECK(server->status().scripts_accepted == 1);
}

}  // namespace kine::client::resuming_test
