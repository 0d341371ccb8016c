// Tests for server/web/upgrade.h.
#include "server/web/upgrade.h"

#include "tests/support/catch.h"

namespace kine::server::upgrade_test {
namespace {

HttpRequest good_request() {
  HttpRequest request;
  request.method = HttpRequest::Method::Get;
  request.target = "/ws";
  request.host = "127.0.0.1:7730";
  request.wants_websocket = true;
  request.websocket_version = "13";
  request.websocket_key = "dGhlIHNhbXBsZSBub25jZQ==";
  request.subprotocols = {"kinesphere.v1"};
  return request;
}

/// "404 Not Found", or empty where it is granted.
std::string refusal_of(const HttpRequest& request) {
  const auto checked = check_upgrade(request, {});
  if (std::holds_alternative<Subprotocol>(checked)) return "";
  const std::string& head = std::get<HttpAnswer>(checked).head;
  CHECK(head.find("\r\nConnection: close\r\n") != std::string::npos);
  return head.substr(9, head.find('\r') - 9);
}

}  // namespace

TEST_CASE("a good upgrade is granted what its client speaks", "[upgrade]") {
  CHECK(std::get<Subprotocol>(check_upgrade(good_request(), {})) == Subprotocol::Binary);
  HttpRequest request = good_request();
  request.subprotocols = {"chat", "kinesphere.v2", "kinesphere.v1"};
  CHECK(refusal_of(request).empty());
  request.subprotocols = {"kinesphere.v1.json", "kinesphere.v1"};
  CHECK(std::get<Subprotocol>(check_upgrade(request, {})) == Subprotocol::Json);
}

TEST_CASE("an upgrade that cannot be is refused with the reason", "[upgrade]") {
  HttpRequest request = good_request();
  SECTION("elsewhere") {
    request.target = "/";
    CHECK(refusal_of(request) == "404 Not Found");
  }
  SECTION("by another method") {
    request.method = HttpRequest::Method::Other;
    CHECK(refusal_of(request) == "400 Bad Request");
  }
  SECTION("with a body") {
    request.has_body = true;
    CHECK(refusal_of(request) == "400 Bad Request");
  }
  SECTION("of another version, which is told the right one") {
    request.websocket_version = "8";
    CHECK(refusal_of(request) == "426 Upgrade Required");
    const auto checked = check_upgrade(request, {});
    CHECK(std::get<HttpAnswer>(checked).head.find("Sec-WebSocket-Version: 13\r\n") !=
          std::string::npos);
  }
  SECTION("without a key, or with one that is none") {
    request.websocket_key = GENERATE("", "short", "dGhlIHNhbXBsZSBub25jZQ=x",
                                     "dGhlIHNhbXBsZSBub25j\r\n==", "dGhlIHNhbXBsZSBub25jZQ==A");
    CHECK(refusal_of(request) == "400 Bad Request");
  }
  SECTION("from the page of a stranger") {
    request.origin = "http://evil.example";
    CHECK(refusal_of(request) == "403 Forbidden");
  }
  SECTION("without a subprotocol, or with none that is known") {
    request.subprotocols = GENERATE(std::vector<std::string>{}, std::vector<std::string>{"chat"},
                                    std::vector<std::string>{"KINESPHERE.V1"});
    CHECK(refusal_of(request) == "400 Bad Request");
  }
}

}  // namespace kine::server::upgrade_test
