// Tests for server/guests/token_guard.h.
#include "server/guests/token_guard.h"

#include <vector>

#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::token_guard_test {
namespace {

using boost::asio::ip::make_address;
using std::chrono::seconds;

const auto kGuesser = make_address("192.0.2.1");
const auto kOther = make_address("192.0.2.2");

struct Guarded {
  Status status;
  std::vector<std::string> lines;
  GuestLog log{[this](const LogEvent& event) { lines.push_back(event.as_text()); }, 5};
  TenantBook tenants;
  TokenGuard guard{"sesame", tenants, 10, status, log};
};

}  // namespace

TEST_CASE("who knows the token is let in, and who has none is told that there is one",
          "[token_guard]") {
  Guarded stage;
  CHECK(stage.guard.look_at({"sesame"}, kGuesser, seconds(1)).grant);
  CHECK(stage.guard.look_at({""}, kGuesser, seconds(1)).refusal == "this server wants a token");
  CHECK(stage.guard.look_at({"simsim"}, kGuesser, seconds(1)).refusal == "not the right token");
  CHECK(stage.status.tokens_wrong == 1);
  CHECK(stage.lines ==
        std::vector<std::string>{"refused: this server wants a token [address=192.0.2.1]",
                                 "wrong token: it was not let in [address=192.0.2.1]"});
}

TEST_CASE("no line of the log has a token", "[token_guard]") {
  Guarded stage;
  for (int i = 0; i < 20; ++i) {
    stage.guard.look_at({"simsim" + std::to_string(i)}, kGuesser, seconds(i));
    stage.guard.look_at({"sesame"}, kGuesser, seconds(i));
  }
  REQUIRE(stage.lines.size() > 10);
  for (const std::string& line : stage.lines) {
    CHECK(line.find("simsim") == std::string::npos);
    CHECK(line.find("sesame") == std::string::npos);
  }
}

TEST_CASE("an address has so many guesses a minute, right or wrong", "[token_guard]") {
  Guarded stage;
  for (int i = 0; i < 10'000; ++i) {
    stage.guard.look_at({std::to_string(i + 1)}, kGuesser, seconds(1));
  }
  CHECK(stage.status.tokens_wrong == 10);
  CHECK(stage.status.tokens_not_looked_at == 9'990);
  CHECK(stage.lines.size() == 5);
  CHECK(stage.guard.look_at({"sesame"}, kGuesser, seconds(1)).refusal ==
        "busy: past token_guesses_per_minute_max of 10, wait a minute and try again");

  // Others are let in meanwhile, and it is later.
  CHECK(stage.guard.look_at({"sesame"}, kOther, seconds(1)).grant);
  CHECK(stage.guard.look_at({"sesame"}, kGuesser, seconds(61)).grant);
}

TEST_CASE("in an hour of guesses without a pause 610 are looked at", "[token_guard]") {
  Guarded stage;
  for (int i = 0; i < 3'600 * 20; ++i) {
    stage.guard.look_at({"simsim"}, kGuesser, std::chrono::milliseconds(1'000 + 50 * i));
  }
  // What there is at once, and ten a minute; the last one's time has not come.
  CHECK(stage.status.tokens_wrong >= 608);
  CHECK(stage.status.tokens_wrong <= 610);
}

TEST_CASE("a right token costs no guess", "[token_guard]") {
  Guarded stage;
  for (int i = 0; i < 1'000; ++i) {
    CHECK(stage.guard.look_at({"sesame"}, kGuesser, seconds(1)).grant);
  }
}

TEST_CASE("a server without a token lets everybody in", "[token_guard]") {
  Status status;
  GuestLog log({}, 5);
  const TenantBook nobody;
  TokenGuard guard("", nobody, 10, status, log);
  for (int i = 0; i < 100; ++i) CHECK(guard.look_at({"a"}, kGuesser, seconds(1)).grant);
}

TEST_CASE("a certificate needs a line of its name, and a token beside it the same tenant",
          "[token_guard]") {
  Guarded stage;
  stage.tenants.replace(
      *Tenants::parse("tls:hall.lab lab main subscribe never\n"
                      "tls:old.lab lab main subscribe 2020-01-01\n"
                      "sha256:" +
                      sha256_of("plays") + " lab main perform 2099-01-01\n" +
                      "sha256:" + sha256_of("other") + " club main perform never\n"));
  const auto look = [&](const std::string& name, const std::string& token = {}) {
    const ClientCertificate certificate{.name = name, .expires = std::chrono::sys_seconds::max()};
    return stage.guard.look_at({token, certificate}, kGuesser, seconds(1));
  };
  REQUIRE(look("hall.lab").grant);
  CHECK(look("hall.lab").grant->tenant == "lab");
  CHECK_FALSE(look("hall.lab").grant->may(Right::Perform));
  REQUIRE(look("hall.lab", "plays").grant);
  CHECK(look("hall.lab", "plays").grant->may(Right::Perform));
  CHECK(look("hall.lab", "plays").grant->expires);

  const std::string nobody =
      "no tenant has a certificate of this name, by a line that begins with tls:";
  for (const std::string name : {"", "lab", "Hall.lab", "hall.lab.", "hall.la", "tls:hall.lab"}) {
    CAPTURE(name);
    CHECK(look(name).refusal == nobody);
    CHECK(look(name, "plays").refusal == nobody);
  }
  CHECK(look("old.lab").refusal == "the line of this certificate is over");
  const std::string of_another = "the token is not of the certificate's tenant, 'lab'";
  CHECK(look("hall.lab", "other").refusal == of_another);
  CHECK(look("hall.lab", "sesame").refusal == of_another);  // the operator's is of no tenant
  CHECK(look("hall.lab", "guess").refusal == "not the right token");
}

TEST_CASE("a client of a tenant's port is what the line of that port says, and nothing else",
          "[token_guard]") {
  Guarded stage;
  stage.tenants.replace(
      *Tenants::parse("port:bml lab main perform never\n"
                      "port:embr lab main subscribe 2020-01-01\n"
                      "port:bml club main subscribe never\n"));
  const auto look = [&](const std::string& port, const std::string& token = {}) {
    return stage.guard.look_at({.token = token, .port = port}, kGuesser, seconds(1));
  };
  const auto verdict =
      look(port_word("bml", "lab"), "sesame");  // the operator's counts for nothing
  REQUIRE(verdict.grant);
  CHECK(verdict.grant->tenant == "lab");
  CHECK(verdict.grant->may(Right::Perform));
  CHECK_FALSE(verdict.grant->may(Right::Operate));
  CHECK(verdict.shown.port == "port:bml:lab");
  CHECK(verdict.shown.kind() == "the port");
  CHECK_FALSE(look(port_word("bml", "club")).grant->may(Right::Perform));

  CHECK(look(port_word("embr", "lab")).refusal == "the line of this port is over");
  for (const std::string port : {"port:embr:club", "port:bml:la", "port:bml", "port:bml:"}) {
    CAPTURE(port);
    CHECK(look(port).refusal == "the file of tenants has no line for this port");
    CHECK(look(port, "sesame").grant == nullptr);
  }
  CHECK(stage.lines.front() ==
        "refused: the line of this port is over [port=port:embr:lab bridge=yes tenant=lab]");
  // The name of a port is no token.
  CHECK(stage.guard.look_at({"port:bml:lab"}, kGuesser, seconds(1)).refusal ==
        "not the right token");
}

TEST_CASE("guesses of many connections count together", "[token_guard][server]") {
  Options options = test::server_options();
  options.token = "sesame";
  options.limits.token_guesses_per_minute_max = 3;
  const auto server = test::start_server(options);
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(1);
  hello.mutable_hello()->set_token("simsim");
  std::size_t looked_at = 0;
  for (int i = 0; i < 20; ++i) {
    test::WireClient client(server->port());
    client.send(hello);
    if (client.last_words() == "not the right token") ++looked_at;
  }
  CHECK(server->status().tokens_wrong == looked_at);
  CHECK(server->status().tokens_wrong + server->status().tokens_not_looked_at == 20);
  CHECK(looked_at >= 3);
  CHECK(looked_at < 20);
}

TEST_CASE("a client behind a proxy does not pay for the guesses of its neighbour",
          "[token_guard][server]") {
  Options options = test::server_options();
  options.token = "sesame";
  options.limits.token_guesses_per_minute_max = 1;
  options.proxies = *Proxies::parse({"127.0.0.1"});
  const auto server = test::start_server(options);
  const auto answer_to = [&](const std::string& address, const std::string& token) {
    test::WireClient client(server->port());
    client.send_bytes(
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: kinesphere.v1.json\r\nX-Forwarded-For: " +
        address + "\r\n\r\n");
    client.receive_up_to("\r\n\r\n");
    const std::string hello = R"({"hello":{"versionMajor":1,"token":")" + token + "\"}}";
    client.send_bytes(std::string("\x81") + static_cast<char>(0x80 | hello.size()) +
                      std::string(4, '\0') + hello);
    return client.receive_up_to("}");
  };
  CHECK(answer_to("192.0.2.1", "simsim").find("not the right token") != std::string::npos);
  CHECK(answer_to("192.0.2.1", "sesame").find("busy: ") != std::string::npos);
  CHECK(answer_to("192.0.2.2", "sesame").find(R"({"hello":)") != std::string::npos);
}

}  // namespace kine::server::token_guard_test
