// Tests for server/net/relay.h: real servers, of which one plays a scene and another has the
// client.
#include "server/net/relay.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <mutex>
#include <thread>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::relay_test {
namespace {

using test::WireClient;

/// Where scenes are, as the test says.
class Signpost final : public ScenePlaces {
 public:
  bool is_here(const std::string&) const override { return false; }
  std::optional<client::Address> find(const std::string&) const override {
    const std::lock_guard lock(mutex_);
    return place_;
  }
  void point_to(std::optional<std::uint16_t> port) {
    const std::lock_guard lock(mutex_);
    place_.reset();
    if (port) place_ = client::Address{.host = "127.0.0.1", .port = *port};
  }

 private:
  mutable std::mutex mutex_;
  std::optional<client::Address> place_;
};

/// A server that plays nothing itself.
struct Edge {
  std::shared_ptr<Signpost> signpost = std::make_shared<Signpost>();
  std::unique_ptr<Server> server = test::start_server([this] {
    Options options = test::server_options();
    options.places = signpost;
    return options;
  }());
};

bool is_over(const kinesphere::Envelope& each) {
  return each.has_feedback() && each.feedback().kind() == kinesphere::Feedback::ENDED;
}

}  // namespace

TEST_CASE("a client sees a scene that another server plays as if it were here", "[relay]") {
  const auto player = test::start_server();
  Edge edge;
  edge.signpost->point_to(player->port());

  WireClient client(edge.server->port());
  const auto hello = client.say_hello();
  CHECK(hello.characters_size() == 2);
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  client.submit(test::head_script(0.3), "turn", "ada");
  CHECK(client.answer().accepted().id() == "turn");
  CHECK(client.receive_until(is_over).feedback().id() == "turn");
  CHECK(client.next_frame().tick() > 0);
  client.say_ping();
  CHECK(player->status().scripts_accepted == 1);
  CHECK(edge.server->status().scripts_accepted == 0);
  CHECK(player->status().connections == 1);
}

TEST_CASE("a client that is led elsewhere takes its connection there with it", "[relay]") {
  const auto player = test::start_server();
  Edge edge;
  edge.signpost->point_to(player->port());
  {
    WireClient client(edge.server->port());
    client.say_hello();
    CHECK(player->status().connections == 1);
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (player->status().connections > 0) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::yield();
  }
}

TEST_CASE("what the playing server refuses, its client hears", "[relay]") {
  Options options = test::server_options();
  options.token = "sesame";
  const auto player = test::start_server(std::move(options));
  Edge edge;
  edge.signpost->point_to(player->port());
  WireClient client(edge.server->port());
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(1);
  client.send(hello);
  CHECK(client.last_words().find("token") != std::string::npos);
}

TEST_CASE("a client stays when its scene moves, and what had no answer is said again", "[relay]") {
  auto first = test::start_server();
  Edge edge;
  edge.signpost->point_to(first->port());
  WireClient client(edge.server->port());
  const auto hello = client.say_hello();
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  client.next_frame();

  edge.signpost->point_to(std::nullopt);
  first->leave("the test");
  client.submit(test::head_script(0.2), "meanwhile", "ada");  // while no server plays it

  const auto second = test::start_server();
  edge.signpost->point_to(second->port());
  const auto accepted = client.answer();
  CHECK(accepted.accepted().id() == "meanwhile");
  CHECK(client.receive_until(is_over).feedback().id() == "meanwhile");  // it still listens
  CHECK(client.next_frame().character_id() > 0);
  CHECK(second->status().scripts_accepted == 1);
}

TEST_CASE("a client follows its scene, though the server before does not say that it is gone",
          "[relay]") {
  const auto first = test::start_server();
  const auto second = test::start_server();
  Edge edge;
  edge.signpost->point_to(first->port());
  WireClient client(edge.server->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  client.next_frame();

  edge.signpost->point_to(second->port());
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (second->status().connections == 0) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::yield();
  }
  client.submit(test::head_script(0.1), "there", "ada");
  CHECK(client.receive_until(is_over).feedback().id() == "there");
  CHECK(first->status().scripts_accepted == 0);
  CHECK(second->status().scripts_accepted == 1);
}

TEST_CASE("a scene that no server plays for too long is a problem that is told", "[relay]") {
  boost::asio::io_context io;
  Signpost signpost;
  const PresentTls no_tls;
  std::string problem;
  const auto relay = std::make_shared<Relay>(
      boost::asio::make_strand(io), Relay::Ways{signpost, no_tls}, Relay::Led{.scene = "main"},
      Relay::Client{.send = [](const protocol::Bytes&) { FAIL("nothing can be sent"); },
                    .has_taken_all = [] { return true; },
                    .close_with = [&](const std::string& why) { problem = why; }},
      RelayLimits{.place_wait_max = std::chrono::milliseconds(200),
                  .call_pause = std::chrono::milliseconds(10)});
  relay->start();
  io.run();
  CHECK(problem == "no server plays 'main' now: come again");
}

TEST_CASE("what waits for a server is bounded", "[relay]") {
  boost::asio::io_context io;
  Signpost signpost;
  const PresentTls no_tls;
  std::string problem;
  const auto relay = std::make_shared<Relay>(
      boost::asio::make_strand(io), Relay::Ways{signpost, no_tls}, Relay::Led{.scene = "main"},
      Relay::Client{.send = [](const protocol::Bytes&) {},
                    .has_taken_all = [] { return true; },
                    .close_with = [&](const std::string& why) { problem = why; }},
      RelayLimits{.bytes_waiting_max = 10'000});
  relay->start();
  kinesphere::Envelope submit;
  submit.mutable_submit()->set_id("a");
  submit.mutable_submit()->set_script(std::string(4'000, ' '));
  relay->take(submit);  // it counts twice: as it waits, and to be said again
  CHECK(problem.empty());
  relay->take(submit);
  CHECK(problem == "busy: too much waits for the server that plays 'main'");
  io.run();
}

}  // namespace kine::server::relay_test
