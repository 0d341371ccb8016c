// Tests for server/net/reception.h: HTTP with real sockets, good and bad.
#include "server/net/reception.h"

#include <chrono>
#include <utility>

#include "server/ticks/tick_loop.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::reception_test {
namespace {

using namespace std::chrono_literals;
using test::start_server;
using test::WireClient;

/// "404 Not Found" of an answer.
std::string status_of(const std::string& answer) {
  if (!answer.starts_with("HTTP/1.1 ")) return answer;
  return answer.substr(9, answer.find('\r') - 9);
}

std::size_t count_of_answers(std::string_view answers) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = answers.find("HTTP/1.1 ", at)) != std::string_view::npos; ++at) {
    ++count;
  }
  return count;
}

/// What the server says to these bytes until it closes.
std::string answer_to_bytes(const Server& server, std::string_view bytes) {
  WireClient client(server.port());
  client.send_bytes(bytes);
  return client.receive_all();
}

std::string get(const std::string& target, const std::string& fields = {}) {
  return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + fields + "\r\n";
}

const std::string kClose = "Connection: close\r\n";

}  // namespace

TEST_CASE("a request is understood wherever its bytes are split", "[reception]") {
  const auto server = start_server();
  const std::string bytes = get("/nowhere", kClose);
  for (std::size_t split = 1; split < bytes.size(); split += 3) {
    WireClient client(server->port());
    client.send_bytes(bytes.substr(0, split));
    client.send_bytes(bytes.substr(split));
    CHECK(status_of(client.receive_all()) == "404 Not Found");
  }
}

TEST_CASE("what is no request is answered with 400 and a close", "[reception]") {
  const auto server = start_server();
  for (const std::string& bytes : {
           std::string("GET /\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
           std::string("GET / HTTP/9.1\r\nHost: a\r\n\r\n"),
           std::string("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 28),
           std::string("GARBAGE\xFF\xFE\r\n\r\n"),
           "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n" +
               std::string(100'000, 'x'),
       }) {
    CAPTURE(bytes.substr(0, 60));
    const std::string answer = answer_to_bytes(*server, bytes);
    CHECK(status_of(answer) == "400 Bad Request");
    CHECK(answer.find(kClose) != std::string::npos);
  }
  CHECK(test::is_well(*server));
}

TEST_CASE("a head past the limit is answered with 431, however it grows", "[reception]") {
  const auto server = start_server();
  const std::string begin = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (const std::string& bytes :
       {begin + "A: " + std::string(1'000'000, 'x'), "GET /" + std::string(9'000, 'x'), begin + [] {
          std::string fields;
          for (int i = 0; i < 2'000; ++i) fields += "A: b\r\n";
          return fields;
        }()}) {
    CHECK(status_of(answer_to_bytes(*server, bytes)) == "431 Request Header Fields Too Large");
  }
  CHECK(test::is_well(*server));
}

TEST_CASE("a request that comes too slowly is answered with 408 and a close", "[reception]") {
  Options options = test::server_options();
  options.limits.request_wait_max = 300ms;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.send_bytes("GET / HTTP/1.1\r\nHost: a\r\n");
  // A byte at a time gains no time.
  for (std::uint64_t tick = 0; server->status().connections > 0;) {
    if (std::exchange(tick, server->status().ticks) != tick) client.send_bytes("x");
  }
  CHECK(status_of(client.receive_all()) == "408 Request Timeout");
  CHECK(test::is_well(*server));
}

TEST_CASE("between two requests a connection is closed without a word", "[reception]") {
  Options options = test::server_options();
  options.limits.request_wait_max = 200ms;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.send_bytes(get("/nowhere"));
  CHECK(status_of(client.receive_up_to("here\n")) == "404 Not Found");
  CHECK(client.receive_all().empty());
}

TEST_CASE("requests that come all at once are answered in order", "[reception]") {
  const auto server = start_server();
  const std::string answers =
      answer_to_bytes(*server, get("/a") + get("/b") + "BREW / HTTP/1.1\r\nHost: a\r\n\r\n" +
                                   get("/c", kClose) + get("/never"));
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = answers.find("HTTP/1.1 ", at)) != std::string::npos; ++at) {
    found.push_back(answers.substr(at + 9, 3));
  }
  CHECK(found == std::vector<std::string>{"404", "404", "405", "404"});
}

TEST_CASE("a connection has so many requests and no more", "[reception]") {
  Options options = test::server_options();
  options.limits.http_requests_max = 3;
  const auto server = start_server(options);
  const std::string answers =
      answer_to_bytes(*server, get("/") + get("/") + get("/") + get("/") + get("/"));
  CHECK(count_of_answers(answers) == 3);
}

TEST_CASE("a body is not read", "[reception]") {
  const auto server = start_server();
  const std::string answer =
      answer_to_bytes(*server, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n" +
                                   std::string(8'000'000, 'x'));
  CHECK(status_of(answer) == "413 Content Too Large");
  CHECK(test::is_well(*server));
}

TEST_CASE("what may be a body is never taken for the next request", "[reception]") {
  const auto server = start_server();
  for (const std::string coding : {"identity", "xchunked", "gzip", "chunked;q=1"}) {
    CAPTURE(coding);
    const std::string answers = answer_to_bytes(
        *server, get("/health", "Transfer-Encoding: " + coding + "\r\n") + get("/health"));
    CHECK(status_of(answers) == "400 Bad Request");
    CHECK(answers.find(kClose) != std::string::npos);
    CHECK(count_of_answers(answers) == 1);
  }
}

TEST_CASE("a flood of connections is bounded by address and leaves others alone", "[reception]") {
  const auto server = start_server();
  WireClient healthy(server->port());
  healthy.say_hello();
  healthy.subscribe();
  const std::uint64_t tick = healthy.next_frame().tick();
  std::vector<WireClient> flood;
  for (int i = 0; i < 500; ++i) {
    flood.emplace_back(server->port());
    flood.back().send_bytes("GET / HTTP/1.1\r\n");
  }
  while (healthy.next_frame().tick() < tick + 30) {
  }
  // On a busy machine some of the flood are still to be seen.
  while (server->status().connections_displaced < 400) healthy.next_frame();
  while (server->status().connections > 65) healthy.next_frame();
}

TEST_CASE("who is turned away hears it in his own manner, where it is known", "[reception]") {
  Options options = test::server_options();
  options.limits.connections_max = 0;
  const auto server = start_server(options);
  CHECK(WireClient(server->port()).last_words() == "past connections_max of 0");
}

TEST_CASE("who says half a Hello is told so, who says nothing hears nothing", "[reception]") {
  Options options = test::server_options();
  options.limits.hello_wait_max = 100ms;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.send_bytes(std::string("\x00\x00", 2));
  CHECK(client.last_words() == "no Hello came");
  // A browser's socket in reserve would take a word for the answer to its first request.
  CHECK(WireClient(server->port()).receive_all().empty());
}

TEST_CASE("who speaks TLS is told that the server does not", "[reception]") {
  const auto server = start_server();
  // A record of 512 bytes: what every browser begins https with.
  const std::string hello = std::string("\x16\x03\x01\x02\x00", 5) + std::string(512, '\1');
  const std::string answer = answer_to_bytes(*server, hello);
  CHECK(status_of(answer) == "400 Bad Request");
  CHECK(
      answer.ends_with("this server speaks no TLS: use http:// or ws://, "
                       "or put a proxy with TLS before it\n"));
  CHECK(server->status().connections_refused == 1);
  CHECK(test::is_well(*server));
}

TEST_CASE("an upgrade that cannot be is refused in HTTP and the connection ends", "[reception]") {
  const auto server = start_server();
  const std::string upgrade =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
      "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
  CHECK(status_of(answer_to_bytes(*server, get("/ws", upgrade))) == "400 Bad Request");
  CHECK(status_of(answer_to_bytes(*server, get("/", upgrade))) == "404 Not Found");
  CHECK(status_of(answer_to_bytes(
            *server, get("/ws", upgrade + "Origin: http://evil.example\r\n"
                                          "Sec-WebSocket-Protocol: kinesphere.v1\r\n"))) ==
        "403 Forbidden");
  CHECK(test::is_well(*server));
}

TEST_CASE("every static path is fenced, however its end is written", "[reception]") {
  const auto server = start_server();
  for (const std::string folder :
       {"", "/viewer", "/avatars", "/schemas", "/scripts", "/skeletons"}) {
    for (const std::string rest :
         {"/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
          "/..%2fetc/passwd", "/..%5cetc", "/..\\etc", "/%00", "/a%00.xml", "/./a"}) {
      CAPTURE(folder, rest);
      CHECK(status_of(answer_to_bytes(*server, get(folder + rest, kClose))) == "400 Bad Request");
    }
    for (const std::string rest : {"/etc/passwd", "/%252e%252e/etc/passwd", "/main.cc", "/.git"}) {
      CAPTURE(folder, rest);
      CHECK(status_of(answer_to_bytes(*server, get(folder + rest, kClose))) == "404 Not Found");
    }
  }
  CHECK(test::is_well(*server));
}

TEST_CASE("an address has so many bytes of pages a second, and is told so", "[reception]") {
  Options options = test::server_options();
  options.limits.http_bytes_per_second_max = 100'000;
  options.limits.http_budget_wait_max = 0ms;
  const auto server = start_server(options);
  const auto begin = steady_now();
  std::size_t bytes = 0;
  std::size_t refused = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string answer = answer_to_bytes(*server, get("/kinesphere.proto", kClose));
    if (status_of(answer) == "200 OK") {
      bytes += answer.size();
    } else {
      CHECK(status_of(answer) == "429 Too Many Requests");
      CHECK(
          answer.ends_with("your address is past http_bytes_per_second_max of 100000: "
                           "wait a second and try again\n"));
      ++refused;
    }
  }
  const std::chrono::duration<double> elapsed = steady_now() - begin;
  CHECK(bytes > 0);
  CHECK(static_cast<double>(bytes) <= 100'000 * (1 + elapsed.count()));
  CHECK(refused > 0);
  CHECK(server->status().http_answers_refused == refused);
  CHECK(test::is_well(*server));
}

TEST_CASE("an answer that has to wait for its address's budget comes whole", "[reception]") {
  Options options = test::server_options();
  options.limits.http_bytes_per_second_max = 100'000;
  options.limits.http_budget_wait_max = 1min;
  const auto server = start_server(options);
  const auto begin = steady_now();
  std::string requests;
  for (int i = 0; i < 8; ++i) requests += get("/kinesphere.proto");
  const std::string answers = answer_to_bytes(*server, requests + get("/health", kClose));
  const std::chrono::duration<double> elapsed = steady_now() - begin;
  CHECK(count_of_answers(answers) == 9);
  CHECK(answers.ends_with("\r\n\r\nok\n"));
  CHECK(static_cast<double>(answers.size()) > 100'000);
  CHECK(static_cast<double>(answers.size()) <= 100'000 * (1 + elapsed.count()));
  CHECK(server->status().http_answers_refused == 0);
}

TEST_CASE("files come whole over a socket, also to who reads slowly", "[reception]") {
  const auto server = start_server();
  WireClient client(server->port(), 4096);
  client.send_bytes(get("/viewer/main.js") + get("/viewer/main.js") + get("/health", kClose));
  const std::string answers = client.receive_all();
  const std::string_view all = answers;
  const std::size_t second = all.find("HTTP/1.1 200 OK", 1);
  REQUIRE(second != std::string_view::npos);
  CHECK(all.substr(second, second) == all.substr(0, second));
  CHECK(all.ends_with("\r\n\r\nok\n"));
}

}  // namespace kine::server::reception_test
