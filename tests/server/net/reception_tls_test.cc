// Tests for server/net/reception.h: a port that takes TLS, with real sockets.
#include <openssl/ssl.h>

#include <chrono>
#include <thread>

#include "server/base/sha256.h"
#include "server/net/reception.h"
#include "tests/support/catch.h"
#include "tests/support/server/tls_server.h"

namespace kine::server::reception_tls_test {
namespace {

using namespace std::chrono_literals;
using test::start_server;
using test::WireClient;

const std::string kScript = test::head_script(0.2);
const std::string kTlsOnly = "this server takes TLS only: use wss:// or https://";

std::string request_of(const std::string& target, const std::string& fields = {}) {
  return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
}

const std::string kUpgrade =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: kinesphere.v1.json\r\n";

/// A text of a client, in a frame of RFC 6455 whose mask is all zeros.
std::string text_frame(const std::string& text) {
  return std::string("\x81") + static_cast<char>(0x80 | text.size()) + std::string(4, '\0') + text;
}

kinesphere::Envelope hello_with(const std::string& token) {
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(1);
  hello.mutable_hello()->set_token(token);
  return hello;
}

/// Why a client is not let in: by TLS itself, or by what its Hello is answered with.
std::string refusal_of(const Server& server, const test::TlsWish& wish,
                       const std::string& token = {}) {
  try {
    WireClient client(server.port(), wish);
    client.send(hello_with(token));
    std::string words = client.last_words();
    return words.empty() ? client.tls()->fault() : words;
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

void wait_until_all_are_gone(const Server& server) {
  const auto deadline = steady_now() + 60s;
  while (server.status().connections > 0 && steady_now() < deadline) std::this_thread::yield();
}

}  // namespace

TEST_CASE("envelopes travel under TLS 1.3 and 1.2 as they do without", "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options());
  for (const int version : {TLS1_3_VERSION, TLS1_2_VERSION}) {
    test::TlsWish wish = stage.client();
    wish.version_max = version;
    WireClient client(server->port(), wish);
    CHECK(client.say_hello().characters_size() == 2);
    client.subscribe();
    client.submit(kScript, "mine" + std::to_string(version), "ada");
    CHECK(client.answer().has_accepted());
    while (client.next_feedback().kind() != kinesphere::Feedback::ENDED) {
    }
    CHECK(client.next_frame().tick() > 0);
  }
  CHECK(test::is_well_under_tls(*server, stage.client()));
}

TEST_CASE("a long script comes whole under TLS, in many records", "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options());
  WireClient client(server->port(), stage.client());
  client.say_hello();
  client.submit(kScript + "<!--" + std::string(200'000, 'x') + "-->", "long", "ada");
  CHECK(client.answer().has_accepted());
}

TEST_CASE("pages come by https, byte by byte as by http", "[reception][tls]") {
  test::TlsStage stage;
  const auto secure = start_server(stage.options());
  const auto plain = start_server();
  const std::string requests = request_of("/viewer/main.js") + request_of("/kinesphere.proto") +
                               request_of("/health", "Connection: close\r\n");
  WireClient by_https(secure->port(), stage.client());
  by_https.send_bytes(requests);
  WireClient by_http(plain->port());
  by_http.send_bytes(requests);
  const std::string expected = by_http.receive_all();
  CHECK(expected.size() > 1'000'000);
  CHECK(by_https.receive_all() == expected);
  CHECK(by_https.tls()->has_ended_in_order());
}

TEST_CASE("a WebSocket is one under TLS, and a stranger's page has none", "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options());
  WireClient client(server->port(), stage.client());
  client.send_bytes(request_of("/ws", kUpgrade + "Origin: https://localhost\r\n"));
  CHECK(client.receive_up_to("\r\n\r\n").starts_with("HTTP/1.1 101 "));
  client.send_bytes(text_frame(R"({"hello":{"versionMajor":1}})"));
  CHECK(client.receive_up_to("serverTimeUs").find(R"({"hello":)") != std::string::npos);
  client.send_bytes(text_frame(R"({"subscribe":{}})"));
  CHECK(client.receive_up_to(R"({"frame":)").ends_with(R"({"frame":)"));
  client.send_bytes(std::string("\x89\x80\0\0\0\0", 6));  // a ping
  CHECK(client.receive_up_to(std::string("\x8A\0", 2)).ends_with(std::string("\x8A\0", 2)));

  WireClient stranger(server->port(), stage.client());
  stranger.send_bytes(request_of("/ws", kUpgrade + "Origin: https://evil.example\r\n"));
  CHECK(stranger.receive_all().starts_with("HTTP/1.1 403 "));
}

TEST_CASE("where TLS is taken, a plain client hears so in its own manner", "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options());
  WireClient raw(server->port());
  raw.send(hello_with(""));
  CHECK(raw.last_words() == kTlsOnly);
  for (const std::string& request : {request_of("/health"), request_of("/ws", kUpgrade)}) {
    WireClient client(server->port());
    client.send_bytes(request);
    const std::string answer = client.receive_all();
    CHECK(answer.starts_with("HTTP/1.1 400 "));
    CHECK(answer.ends_with(kTlsOnly + "\n"));
  }
  CHECK(server->status().connections_refused == 3);
}

TEST_CASE("what only begins like TLS is refused by an alert, and costs nothing",
          "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options());
  const std::string record("\x16\x03\x01\x02\x00", 5);
  const std::string hello_of_508("\x01\x00\x01\xFC", 4);
  for (const std::string& bytes : {
           record + std::string(512, '\xEE'),                 // no hello
           record + std::string("\x01\x01\xFF\xF0", 4),       // one of 128 KiB
           record + hello_of_508 + std::string(508, '\xEE'),  // of another version
           record + hello_of_508 + std::string("\x03\x03") + std::string(506, '\xFF'),
       }) {
    const std::uint64_t refused = server->status().connections_refused;
    WireClient client(server->port());
    client.send_bytes(bytes);
    CHECK(client.receive_all().substr(0, 2) == "\x15\x03");
    wait_until_all_are_gone(*server);
    CHECK(server->status().connections_refused == refused + 1);
  }
  CHECK(test::is_well_under_tls(*server, stage.client()));
}

TEST_CASE("half a handshake has as long as a Hello, and keeps nobody out", "[reception][tls]") {
  test::TlsStage stage;
  Options options = stage.options();
  options.limits.hello_wait_max = 300ms;
  const auto server = start_server(options);
  std::vector<WireClient> halves;
  // The first bytes of a hello, all of one that is never finished, and nothing.
  for (const std::size_t size : {0, 3, 5, 9, 200}) {
    halves.emplace_back(server->port());
    halves.back().send_bytes(
        (std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03", 11) + std::string(300, '\0'))
            .substr(0, size));
  }
  const auto begin = steady_now();
  for (WireClient& half : halves) half.receive_all();
  CHECK(steady_now() - begin < 20s);
  // A handshake without a Hello behind it is a connection without Hello, too.
  WireClient silent(server->port(), stage.client());
  CHECK(silent.receive_all().empty());
}

TEST_CASE("an address has so many handshakes a second", "[reception][tls]") {
  test::TlsStage stage;
  Options options = stage.options();
  options.limits.tls_handshakes_per_second_max = 1;
  options.limits.hello_wait_max = 300ms;
  const auto server = start_server(options);
  std::size_t refused = 0;
  for (int i = 0; i < 5; ++i) {
    try {
      WireClient client(server->port(), stage.client());
    } catch (const std::runtime_error&) {
      ++refused;
    }
  }
  CHECK(refused >= 1);
  CHECK(server->status().connections_refused <= refused);
}

TEST_CASE("clients without a certificate that counts stay outside", "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options("tls:hall.lab lab main subscribe never\n"));
  CHECK(refusal_of(*server, stage.client()).find("certificate required") != std::string::npos);

  const test::Authority stranger;
  test::TlsWish wish = stage.client();
  wish.own = stranger.issue({.names = "DNS:hall.lab"});
  CHECK(refusal_of(*server, wish).find("unknown ca") != std::string::npos);
  wish.own = stage.clients().issue({.names = "DNS:hall.lab", .days_from = -3, .days_to = -1});
  CHECK(refusal_of(*server, wish).find("certificate expired") != std::string::npos);
  wish.own = stage.clients().issue({.names = "DNS:hall.lab", .days_from = 1, .days_to = 2});
  CHECK(refusal_of(*server, wish).find("alert") != std::string::npos);  // not yet
  wait_until_all_are_gone(*server);
  CHECK(server->status().connections_refused == 4);
  CHECK(test::is_well_under_tls(*server, stage.client_named("hall.lab")));
}

TEST_CASE("a certificate's name is its tenant, and a token is of the same one",
          "[reception][tls]") {
  test::TlsStage stage;
  const std::string tokens = "sha256:" + sha256_of("plays") +
                             " lab main subscribe,perform never\n" + "sha256:" + sha256_of("club") +
                             " club main perform never\n";
  Options options = stage.options("tls:hall.lab lab main subscribe never\n" + tokens);
  options.token = "sesame";
  const auto server = start_server(options);

  WireClient looks(server->port(), stage.client_named("hall.lab"));
  looks.say_hello();
  looks.submit(kScript, "mine");
  CHECK(looks.answer().refused().error() ==
        "the certificate of tenant 'lab' has not the right to perform");
  looks.subscribe();
  CHECK(looks.next_frame().tick() > 0);
  WireClient plays(server->port(), stage.client_named("hall.lab"));
  plays.say_hello("plays");
  plays.submit(kScript, "mine");
  CHECK(plays.answer().has_accepted());

  const std::string of_another = "the token is not of the certificate's tenant, 'lab'";
  CHECK(refusal_of(*server, stage.client_named("hall.lab"), "club") == of_another);
  CHECK(refusal_of(*server, stage.client_named("hall.lab"), "sesame") == of_another);
  const std::string nobody =
      "no tenant has a certificate of this name, by a line that begins with tls:";
  for (const std::string token : {"", "plays", "sesame"}) {
    CHECK(refusal_of(*server, stage.client_named("other.lab"), token) == nobody);
  }

  server->replace_tenants(*Tenants::parse(tokens));
  CHECK(looks.last_words() == "the line of the certificate was taken away");
}

TEST_CASE("a certificate that is read anew is shown to those who come from then on",
          "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options());
  WireClient before(server->port(), stage.client());
  before.say_hello();

  const test::Authority other;
  const auto files = test::write_tls(stage.folder(), test::issue_to_server(other));
  server->replace_tls(*TlsContext::read(files));
  CHECK(refusal_of(*server, stage.client()).find("certificate verify failed") != std::string::npos);
  CHECK(test::is_well_under_tls(*server, {.authority = other.certificate()}));
  before.say_ping();
  server->replace_tls(nullptr);
  CHECK(test::is_well_under_tls(*server, {.authority = other.certificate()}));
}

TEST_CASE("many clients under TLS see frames, and a slow one keeps nobody waiting",
          "[reception][tls]") {
  test::TlsStage stage;
  const auto server = start_server(stage.options());
  std::vector<WireClient> stalled;
  for (int i = 0; i < 4; ++i) {
    stalled.emplace_back(server->port(), stage.client());
    stalled.back().say_hello();
    stalled.back().subscribe();
  }
  WireClient healthy(server->port(), stage.client());
  healthy.say_hello();
  healthy.subscribe();
  const std::uint64_t tick = healthy.next_frame().tick();
  while (healthy.next_frame().tick() < tick + 60) {
  }
  CHECK(server->status().connections == 5);
}

}  // namespace kine::server::reception_tls_test
