// Tests for server/admin/admin_answers.h.
#include "server/admin/admin_answers.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::server::admin_answers_test {
namespace {

using namespace std::chrono_literals;

HttpAnswer answer(const Status& status, const std::string& target, bool leaving = false) {
  const auto request = read_http_request("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
  REQUIRE(request);
  return answer_to_operator(*request, {.status = status, .leaving = leaving, .now = 1s});
}

std::string code_of(const HttpAnswer& answer) { return answer.head.substr(9, 3); }

}  // namespace

TEST_CASE("operators are told how the server is", "[admin]") {
  Status status;
  status.tick_at_us = 1'000'000;
  CHECK(code_of(answer(status, "/healthz")) == "200");
  CHECK(answer(status, "/readyz").text == "ok\n");
  CHECK(code_of(answer(status, "/readyz", true)) == "503");
  CHECK(answer(status, "/readyz", true).text == "the server is leaving\n");
  CHECK(code_of(answer(status, "/healthz", true)) == "200");
  status.tick_at_us = 0;
  status.ticks = 9;
  CHECK(code_of(answer({}, "/nowhere")) == "404");
  CHECK(answer(status, "/version").text.find(' ') != std::string::npos);
  const HttpAnswer metrics = answer(status, "/metrics");
  CHECK(metrics.head.find("text/plain; version=0.0.4") != std::string::npos);
  CHECK(metrics.text.find("\nkinesphere_ticks_total 9\n") != std::string::npos);
}

TEST_CASE("nothing can be changed there, and no body is read", "[admin]") {
  const Status status;
  const auto request = read_http_request("POST /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
  REQUIRE(request);
  CHECK(code_of(answer_to_operator(*request, {.status = status})) == "405");
}

}  // namespace kine::server::admin_answers_test
