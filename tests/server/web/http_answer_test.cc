// Tests for server/web/http_answer.h.
#include "server/web/http_answer.h"

#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::http_answer_test {
namespace {

HttpRequest get(const std::string& target) {
  HttpRequest request;
  request.method = HttpRequest::Method::Get;
  request.target = target;
  request.keep_alive = true;
  return request;
}

const WebFiles& files() {
  static const WebFiles all(Roster(*make_casts(default_characters())), TickRate(60));
  return all;
}

int status_of(const HttpAnswer& answer) { return std::stoi(answer.head.substr(9, 3)); }

bool has(const HttpAnswer& answer, const std::string& field) {
  return answer.head.find("\r\n" + field + "\r\n") != std::string::npos;
}

std::string etag_of(const HttpAnswer& answer) {
  const std::size_t begin = answer.head.find("ETag: ") + 6;
  return answer.head.substr(begin, answer.head.find('\r', begin) - begin);
}

}  // namespace

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

TEST_CASE("a file is answered with its bytes, type and tag", "[http_answer]") {
  const HttpAnswer answer = answer_to(get("/kinesphere.proto"), files());
  CHECK(status_of(answer) == 200);
  CHECK(answer.file == files().find("/kinesphere.proto")->bytes);
  CHECK(has(answer, "Content-Length: " + std::to_string(answer.file.size())));
  CHECK(has(answer, "Content-Type: text/plain; charset=utf-8"));
  CHECK(has(answer, "Vary: Accept-Encoding, Origin"));
  CHECK(has(answer, "Cache-Control: no-cache"));
}

TEST_CASE("who takes gzip gets it where there is some", "[http_answer]") {
  HttpRequest request = get("/kinesphere.proto");
  request.takes_gzip = true;
  const HttpAnswer answer = answer_to(request, files());
  CHECK(answer.file == files().find("/kinesphere.proto")->gzip);
  CHECK(has(answer, "Content-Encoding: gzip"));
  CHECK(has(answer, "Content-Length: " + std::to_string(answer.file.size())));
}

TEST_CASE("a page that may drive the server may read its files, a stranger's may not",
          "[http_answer]") {
  const OriginRules rules{.allowed = {"https://lab.example"}};
  HttpRequest request = get("/skeletons/ada.json");
  request.host = "127.0.0.1:7730";
  CHECK(answer_to(request, files(), rules).head.find("Access-Control") == std::string::npos);
  for (const char* origin : {"https://lab.example", "http://localhost:3000"}) {
    request.origin = origin;
    const HttpAnswer answer = answer_to(request, files(), rules);
    CHECK(has(answer, "Access-Control-Allow-Origin: " + *request.origin));
    request.if_none_match = etag_of(answer);
    CHECK(
        has(answer_to(request, files(), rules), "Access-Control-Allow-Origin: " + *request.origin));
    request.if_none_match.clear();
  }
  request.origin = "https://evil.example";
  const HttpAnswer answer = answer_to(request, files(), rules);
  CHECK(status_of(answer) == 200);
  CHECK(answer.head.find("Access-Control") == std::string::npos);
  CHECK(has(answer, "Vary: Origin"));
}

TEST_CASE("a page runs what comes from here alone, and within no other page", "[http_answer]") {
  const HttpAnswer page = answer_to(get("/"), files());
  CHECK(page.head.find("\r\nContent-Security-Policy: default-src 'none'; script-src 'self';") !=
        std::string::npos);
  CHECK(page.head.find("frame-ancestors 'self'\r\n") != std::string::npos);
  CHECK(page.head.find("unsafe-eval") == std::string::npos);
  CHECK(answer_to(get("/viewer/main.js"), files()).head.find("Security-Policy") ==
        std::string::npos);
}

TEST_CASE("HEAD is answered as GET is, without the body", "[http_answer]") {
  for (const char* target : {"/scripts/wave.xml", "/nowhere", "/health"}) {
    HttpRequest request = get(target);
    const HttpAnswer whole = answer_to(request, files());
    request.method = HttpRequest::Method::Head;
    const HttpAnswer answer = answer_to(request, files());
    CHECK(answer.head == whole.head);
    CHECK(answer.text.empty());
    CHECK(answer.file.empty());
  }
}

TEST_CASE("who has a file already gets no second one", "[http_answer]") {
  HttpRequest request = get("/scripts/wave.xml");
  const std::string etag = etag_of(answer_to(request, files()));
  for (const std::string& known : {etag, "\"other\", " + etag, std::string("*"), etag.substr(2)}) {
    request.if_none_match = known;
    const HttpAnswer answer = answer_to(request, files());
    CHECK(status_of(answer) == 304);
    CHECK(answer.file.empty());
    CHECK(etag_of(answer) == etag);
  }
  request.if_none_match = "W/\"0\"";
  CHECK(status_of(answer_to(request, files())) == 200);
}

TEST_CASE("what cannot be had is refused with the fitting status", "[http_answer]") {
  CHECK(status_of(answer_to(get("/nowhere"), files())) == 404);
  CHECK(status_of(answer_to(get("/viewer/../kinesphere.proto"), files())) == 400);
  CHECK(status_of(answer_to(get("*"), files())) == 400);
  CHECK(status_of(answer_to(get("/ws"), files())) == 426);
  CHECK(answer_to(get("/health"), files()).text == "ok\n");

  HttpRequest post = get("/");
  post.method = HttpRequest::Method::Other;
  const HttpAnswer refused = answer_to(post, files());
  CHECK(status_of(refused) == 405);
  CHECK(has(refused, "Allow: GET, HEAD"));
  post.has_body = true;
  CHECK(status_of(answer_to(post, files())) == 413);
  CHECK_FALSE(answer_to(post, files()).keep_alive);
}

}  // namespace kine::server::http_answer_test
