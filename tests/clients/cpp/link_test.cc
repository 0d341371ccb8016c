// Tests for clients/cpp/link.h, against a real server.
#include "clients/cpp/link.h"

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/running_server.h"

namespace kine::client {
namespace {

using namespace std::chrono_literals;

Deadline soon() { return std::chrono::steady_clock::now() + 20s; }

kinesphere::Envelope hello() {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  return envelope;
}

}  // namespace

TEST_CASE("an envelope goes out and its answer comes in", "[link]") {
  const auto server = test::start_server();
  bool greeted = false;
  auto link = Link::open({"127.0.0.1", server->port()}, soon(),
                         [&](const auto& envelope) { greeted = envelope.has_hello(); });
  REQUIRE(link);
  REQUIRE((*link)->send(hello()));
  (*link)->run_until(soon(), [&] { return greeted; });
  CHECK(greeted);
  CHECK_FALSE((*link)->over());
}

TEST_CASE("the first reason for the end holds, and nothing is sent after it", "[link]") {
  const auto server = test::start_server();
  auto link = Link::open({"127.0.0.1", server->port()}, soon(), [](const auto&) {});
  REQUIRE(link);
  (*link)->close(gone("first"));
  (*link)->close(gone("second"));
  CHECK((*link)->over()->message == "first");
  const auto sent = (*link)->send(hello());
  REQUIRE_FALSE(sent);
  CHECK(sent.error().message == "first");
}

TEST_CASE("a server that goes ends the wait", "[link]") {
  auto server = test::start_server();
  auto link = Link::open({"127.0.0.1", server->port()}, soon(), [](const auto&) {});
  REQUIRE(link);
  server.reset();
  (*link)->run_until(soon(), [] { return false; });
  CHECK((*link)->over());
}

}  // namespace kine::client
