// Tests for server/net/relay.h under TLS: real servers that know each other by certificates, and
// what one says of a client to the other.
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/base/sha256.h"
#include "server/net/relay.h"
#include "tests/support/catch.h"
#include "tests/support/server/node_stage.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::relay_tls_test {
namespace {

using test::NodeStage;
using test::WireClient;
using Clients = NodeStage::Clients;

constexpr const char* kOfNodesAlone =
    "only a node of this cluster may vouch for a client, by its certificate";

/// Where the scene is: at one server, always.
class OnePlace final : public ScenePlaces {
 public:
  explicit OnePlace(std::uint16_t port) : place_{.host = "127.0.0.1", .port = port} {}
  bool is_here(const std::string&) const override { return false; }
  std::optional<client::Address> find(const std::string&) const override { return place_; }

 private:
  const client::Address place_;
};

std::string line_of(const std::string& token, const std::string& rights = "subscribe,perform") {
  return "sha256:" + sha256_of(token) + " lab main " + rights + " never\n";
}

/// A node that plays nothing, and leads its clients to `player`.
std::unique_ptr<Server> start_edge(Options options, const Server& player) {
  options.places = std::make_shared<OnePlace>(player.port());
  return test::start_server(std::move(options));
}

kinesphere::Envelope hello_vouched(const std::string& address,
                                   const std::optional<std::string>& certificate = {}) {
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(1);
  kinesphere::Vouched& vouched = *hello.mutable_hello()->mutable_vouched();
  vouched.set_address(address);
  if (certificate) vouched.set_certificate(*certificate);
  vouched.set_expires(4'000'000'000);
  return hello;
}

std::string answer_to(WireClient client, const kinesphere::Envelope& hello) {
  client.send(hello);
  return client.last_words();
}

/// Lines of a server's log about its clients.
class SeenEvents {
 public:
  GuestLog::Write writer() {
    return [this](const LogEvent& event) {
      const std::lock_guard lock(mutex_);
      text_ += event.as_text() + '\n';
    };
  }
  bool has(const std::string& words) const {
    const std::lock_guard lock(mutex_);
    return text_.find(words) != std::string::npos;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

/// What a relay that is alone with its problem tells the client.
std::string problem_of_call(const Options& own, const Server& player) {
  boost::asio::io_context io;
  const OnePlace places(player.port());
  const PresentTls tls(own.tls);
  std::string problem;
  const auto relay = std::make_shared<Relay>(
      boost::asio::make_strand(io), Relay::Ways{places, tls}, Relay::Led{.scene = "main"},
      Relay::Client{.send = [](const protocol::Bytes&) { FAIL("it was let in"); },
                    .has_taken_all = [] { return true; },
                    .close_with = [&](const std::string& why) { problem = why; }},
      RelayLimits{.place_wait_max = std::chrono::milliseconds(300),
                  .call_pause = std::chrono::milliseconds(10)});
  relay->start();
  io.run();
  return problem;
}

}  // namespace

TEST_CASE("a client with a certificate alone is led on, with the rights of its line",
          "[relay][tls]") {
  const NodeStage stage;
  SeenEvents seen;
  const Options options = stage.options(
      "tls:hall.lab lab main subscribe never\ntls:stage.lab lab main subscribe,perform never\n",
      Clients::NeedOne);
  Options playing = options;
  playing.event_log = seen.writer();
  const auto player = test::start_server(std::move(playing));
  const auto edge = start_edge(options, *player);

  WireClient looks(edge->port(), stage.client(stage.clients().issue({.names = "DNS:hall.lab"})),
                   "127.0.0.5");
  CHECK(looks.say_hello().characters_size() == 2);
  looks.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  CHECK(looks.next_frame().tick() > 0);
  looks.submit(test::head_script(0.2), "mine", "ada");
  CHECK(looks.answer().refused().error() ==
        "the certificate of tenant 'lab' has not the right to perform");
  CHECK(seen.has("127.0.0.5"));
  CHECK_FALSE(seen.has("127.0.0.1"));

  WireClient plays(edge->port(), stage.client(stage.clients().issue({.names = "DNS:stage.lab"})));
  plays.say_hello();
  plays.submit(test::head_script(0.2), "mine", "ada");
  CHECK(plays.answer().has_accepted());
  CHECK(player->status().scripts_accepted == 1);
  CHECK(player->status().connections == 2);
}

TEST_CASE("limits of clients that are led on count for their addresses, not for their node's",
          "[relay][tls]") {
  const NodeStage stage;
  constexpr std::size_t kGuesses = 3;
  Options playing = stage.options(line_of("right"), Clients::NeedNoCertificate);
  playing.limits.token_guesses_per_minute_max = kGuesses;
  const auto player = test::start_server(std::move(playing));
  // It knows a token that the other one does not: each of its clients guesses wrong there.
  const auto edge = start_edge(
      stage.options(line_of("right") + line_of("old"), Clients::NeedNoCertificate), *player);

  const auto told = [&](const char* from, const std::string& token) {
    WireClient client(edge->port(), stage.client(), from);
    kinesphere::Envelope hello;
    hello.mutable_hello()->set_version_major(1);
    hello.mutable_hello()->set_token(token);
    client.send(hello);
    return client.last_words();
  };
  for (std::size_t i = 0; i < kGuesses; ++i) {
    CHECK(told("127.0.0.2", "old") == "not the right token");
  }
  CHECK(told("127.0.0.2", "old").starts_with("busy: "));
  CHECK(told("127.0.0.3", "old") == "not the right token");
  WireClient neighbour(edge->port(), stage.client(), "127.0.0.1");
  CHECK(neighbour.say_hello("right").characters_size() == 2);
}

TEST_CASE("handshakes of a node are not counted when it is known", "[relay][tls]") {
  const NodeStage stage;
  Options playing = stage.options(line_of("right"), Clients::NeedNoCertificate);
  playing.limits.tls_handshakes_per_second_max = 1;
  const auto player = test::start_server(std::move(playing));
  const auto edge =
      start_edge(stage.options(line_of("right"), Clients::NeedNoCertificate), *player);
  // By one a second they would come one after the other, and the last after half a minute.
  constexpr int kClients = 30;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<WireClient> clients;
  for (int i = 0; i < kClients; ++i) {
    clients.emplace_back(edge->port(), stage.client());
    clients.back().say_hello("right");
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
  CHECK(player->status().connections == kClients);
}

TEST_CASE("nobody but a node vouches for a client", "[relay][tls]") {
  const NodeStage stage;
  const std::string line = "tls:hall.lab lab main subscribe never\n";
  const auto hello = hello_vouched("192.0.2.7", "hall.lab");
  const auto asking = test::start_server(stage.options(line, Clients::NeedOne));
  for (const test::Issued& own : {
           stage.clients().issue({.names = "DNS:hall.lab"}),
           stage.clients().issue({.names = "DNS:nodes.lab"}),              // not of their signer
           stage.nodes().issue({.names = "DNS:other.lab"}),                // not of their name
           stage.nodes().issue({.names = "DNS:other.lab,DNS:nodes.lab"}),  // not their first name
       }) {
    CHECK(answer_to(WireClient(asking->port(), stage.client(own)), hello) == kOfNodesAlone);
  }
  const auto open = test::start_server(stage.options(line, Clients::NeedNoCertificate));
  CHECK(answer_to(WireClient(open->port(), stage.client()), hello) == kOfNodesAlone);
  const auto plain = test::start_server();
  CHECK(answer_to(WireClient(plain->port()), hello) == kOfNodesAlone);
}

TEST_CASE("what a node says of a client is looked at as if the client had shown it",
          "[relay][tls]") {
  const NodeStage stage;
  const auto server = test::start_server(
      stage.options("tls:hall.lab lab main subscribe never\ntls:nodes.lab lab main operate never\n",
                    Clients::NeedOne));
  const auto node = [&] {
    return WireClient(server->port(),
                      stage.client(stage.nodes().issue({.names = "DNS:nodes.lab,DNS:b.lab"})));
  };
  WireClient led = node();
  led.send(hello_vouched("192.0.2.7", "hall.lab"));
  CHECK(led.receive_until([](const auto& each) { return each.has_hello(); })
            .hello()
            .characters_size() == 2);
  CHECK(answer_to(node(), hello_vouched("192.0.2.7", "nowhere.lab")) ==
        "no tenant has a certificate of this name, by a line that begins with tls:");
  CHECK(answer_to(node(), hello_vouched("192.0.2.7")) == "this server wants a token");
  CHECK(answer_to(node(), hello_vouched("here", "hall.lab")) == kOfNodesAlone);

  auto over = hello_vouched("192.0.2.7", "hall.lab");
  over.mutable_hello()->mutable_vouched()->set_expires(1);
  kinesphere::Envelope ping;
  ping.mutable_ping()->set_client_time_us(1);
  WireClient late = node();
  late.send(over);
  late.send(ping);
  CHECK(late.last_words() == "the certificate is over");

  // For itself a node is nobody, though a line has its name.
  kinesphere::Envelope own;
  own.mutable_hello()->set_version_major(1);
  CHECK(answer_to(node(), own) ==
        "no tenant has a certificate of this name, by a line that begins with tls:");
}

TEST_CASE("a server that is no node hears of no client", "[relay][tls]") {
  const NodeStage ours;
  const NodeStage theirs;
  const Options own = ours.options(line_of("right"), Clients::NeedNoCertificate);
  const std::string begin = "the server that plays 'main' cannot be called by TLS: ";
  const auto stranger =
      test::start_server(theirs.options(line_of("right"), Clients::NeedNoCertificate));
  CHECK(problem_of_call(own, *stranger).starts_with(begin + "certificate verify failed"));
  SeenEvents seen;
  Options other = ours.options(line_of("right"), Clients::NeedNoCertificate, "other.lab");
  other.event_log = seen.writer();
  const auto renamed = test::start_server(std::move(other));
  CHECK(problem_of_call(own, *renamed) ==
        begin + "its certificate has not the first DNS name of this server's own");
  renamed->leave("the test");
  CHECK_FALSE(seen.has("token"));  // a Hello that names nobody would lack one
  const auto plain = test::start_server();
  CHECK(problem_of_call(own, *plain).starts_with(begin));
}

}  // namespace kine::server::relay_tls_test
