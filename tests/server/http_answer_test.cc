// Tests for server/http_answer.h.
#include "server/http_answer.h"

#include "tests/support/catch.h"

namespace kine::server {

TEST_CASE("a sentence is answered with its length and kind", "[http_answer]") {
  HttpRequest request;
  request.method = HttpRequest::Method::Get;
  request.keep_alive = true;
  CHECK(plain_answer(404, "nothing is here", &request).as_one() ==
        "HTTP/1.1 404 Not Found\r\nServer: kinesphere\r\nX-Content-Type-Options: nosniff\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 16\r\n"
        "Connection: keep-alive\r\n\r\nnothing is here\n");
}

TEST_CASE("a refusal of what could not be read ends the connection", "[http_answer]") {
  const HttpAnswer answer = plain_answer(400, "no");
  CHECK_FALSE(answer.keep_alive);
  CHECK(answer.head.ends_with("\r\nConnection: close\r\n\r\n"));
}

}  // namespace kine::server
