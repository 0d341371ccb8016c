// Tests for server/web/http_request.h.
#include "server/web/http_request.h"

#include "tests/support/catch.h"

namespace kine::server::http_request_test {
namespace {

const std::string kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: localhost:7730\r\nUpgrade: WebSocket\r\n"
    "Connection: keep-alive, Upgrade\r\nOrigin: http://localhost:7730\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: chat, kinesphere.v1\r\n\r\n";

HttpRequest request_with(const std::string& fields) {
  const auto request = read_http_request("GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n");
  REQUIRE(request);
  return *request;
}

}  // namespace

TEST_CASE("a request to speak WebSocket is read", "[http_request]") {
  const auto request = read_http_request(kUpgrade);
  REQUIRE(request);
  CHECK(request->method == HttpRequest::Method::Get);
  CHECK(request->target == "/ws");
  CHECK(request->host == "localhost:7730");
  CHECK(request->origin == "http://localhost:7730");
  CHECK(request->wants_websocket);
  CHECK(request->websocket_version == "13");
  CHECK(request->websocket_key == "dGhlIHNhbXBsZSBub25jZQ==");
  CHECK(request->subprotocols == std::vector<std::string>{"chat", "kinesphere.v1"});
}

TEST_CASE("methods are GET, HEAD and others", "[http_request]") {
  using Method = HttpRequest::Method;
  CHECK(read_http_request("GET / HTTP/1.0\r\n\r\n")->method == Method::Get);
  CHECK(read_http_request("HEAD / HTTP/1.0\r\n\r\n")->method == Method::Head);
  CHECK(read_http_request("POST / HTTP/1.0\r\n\r\n")->method == Method::Other);
  CHECK(read_http_request("BREW / HTTP/1.0\r\n\r\n")->method == Method::Other);
}

TEST_CASE("a connection goes on as RFC 9112, 9.3 says", "[http_request]") {
  CHECK(request_with("").keep_alive);
  CHECK_FALSE(request_with("Connection: close\r\n").keep_alive);
  CHECK_FALSE(read_http_request("GET / HTTP/1.0\r\n\r\n")->keep_alive);
  CHECK(read_http_request("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")->keep_alive);
}

TEST_CASE("gzip is taken where it is named and not refused", "[http_request]") {
  CHECK_FALSE(request_with("").takes_gzip);
  CHECK(request_with("Accept-Encoding: gzip, deflate, br\r\n").takes_gzip);
  CHECK(request_with("Accept-Encoding: br;q=1.0, GZIP;q=0.8\r\n").takes_gzip);
  CHECK_FALSE(request_with("Accept-Encoding: gzip;q=0\r\n").takes_gzip);
  CHECK_FALSE(request_with("Accept-Encoding: gzip;q=0.000, br\r\n").takes_gzip);
  CHECK_FALSE(request_with("Accept-Encoding: br\r\n").takes_gzip);
}

TEST_CASE("what proxies say of where a client is, is one list in its order", "[http_request]") {
  CHECK(request_with("").forwarded_for.empty());
  CHECK(request_with("X-Forwarded-For: 192.0.2.1\r\n").forwarded_for == "192.0.2.1");
  CHECK(request_with("x-forwarded-for: a, b\r\nA: b\r\nX-Forwarded-For: c\r\n").forwarded_for ==
        "a, b, c");
}

TEST_CASE("whether a body follows is known from the head", "[http_request]") {
  CHECK_FALSE(request_with("").has_body);
  CHECK_FALSE(request_with("Content-Length: 0\r\n").has_body);
  CHECK(request_with("Content-Length: 8000000\r\n").has_body);
  CHECK(request_with("Transfer-Encoding: chunked\r\n").has_body);
  CHECK(request_with("Transfer-Encoding: \t Chunked \r\n").has_body);
}

TEST_CASE("a coding that does not say where the body ends is an error", "[http_request]") {
  // RFC 9112, 6.1 and 6.3: where such a body ends cannot be known.
  for (const std::string fields : {
           "Transfer-Encoding: identity\r\n",
           "Transfer-Encoding: xchunked\r\n",
           "Transfer-Encoding: gzip\r\n",
           "Transfer-Encoding: chunked;q=1\r\n",
           "Transfer-Encoding: gzip, chunked\r\n",
           "Transfer-Encoding: chunked, identity\r\n",
           "Transfer-Encoding: chunked, chunked\r\n",
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
           "Transfer-Encoding: \"chunked\"\r\n",
           "Transfer-Encoding:\r\n",
           "Content-Length: 0\r\nTransfer-Encoding: identity\r\n",
       }) {
    CAPTURE(fields);
    CHECK_FALSE(read_http_request("GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n"));
    CHECK_FALSE(read_http_request("GET / HTTP/1.0\r\n" + fields + "\r\n"));
  }
  const auto refused =
      read_http_request("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n");
  CHECK(refused.error().message == "Transfer-Encoding is not 'chunked': 'identity'");
}

TEST_CASE("what is no request is an error", "[http_request]") {
  for (const std::string head : {
           "GET /\r\n\r\n",
           "GET / HTTP/2.0\r\n\r\n",
           "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
           "GET / HTTP/1.1\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
           "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n",
           "\r\n\r\n",
       }) {
    CAPTURE(head);
    CHECK_FALSE(read_http_request(head));
  }
  constexpr std::string_view kNul("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 28);
  CHECK_FALSE(read_http_request(std::string(kNul)));
}

TEST_CASE("heads are cut out of a stream wherever its bytes are split", "[http_request]") {
  const std::string stream = "\r\n" + kUpgrade + kUpgrade + "rest";
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    HttpHeadSplitter splitter(4096);
    std::vector<std::string> heads;
    for (std::size_t begin = 0; begin < stream.size(); begin += piece) {
      splitter.push(stream.substr(begin, piece));
      while (const auto head = splitter.pop().value()) heads.push_back(*head);
    }
    CHECK(heads == std::vector<std::string>{kUpgrade, kUpgrade});
    CHECK(splitter.take_rest() == "rest");
  }
}

TEST_CASE("a head past the limit is an error before it ends", "[http_request]") {
  HttpHeadSplitter splitter(100);
  splitter.push(std::string(100, 'x'));
  CHECK(splitter.pop());
  splitter.push("x");
  REQUIRE_FALSE(splitter.pop());
  CHECK(splitter.pop().error().message == "a request of more than 100 bytes");
}

TEST_CASE("empty lines without end are no request and take no memory", "[http_request]") {
  HttpHeadSplitter splitter(100);
  for (int i = 0; i < 1000; ++i) {
    splitter.push("\r\n\r\n");
    CHECK_FALSE(splitter.pop()->has_value());
  }
  CHECK_FALSE(splitter.waits_for_rest());
}

}  // namespace kine::server::http_request_test
