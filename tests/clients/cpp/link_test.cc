// Tests for clients/cpp/link.h, against a real server.
#include "clients/cpp/link.h"

#include <string>
#include <utility>

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::client::link_test {
namespace {

using namespace std::chrono_literals;

Deadline soon() { return std::chrono::steady_clock::now() + 20s; }

kinesphere::Envelope hello() {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  return envelope;
}

/// As much as an envelope may hold.
kinesphere::Envelope long_submission() {
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_script(std::string(std::size_t{1} << 20, ' '));
  return envelope;
}

}  // namespace

TEST_CASE("an envelope goes out and its answer comes in", "[link]") {
  const auto server = test::start_server();
  bool greeted = false;
  auto link = Link::open({"127.0.0.1", server->port()}, soon(),
                         [&](const auto& envelope) { greeted = envelope.has_hello(); });
  REQUIRE(link);
  REQUIRE((*link)->send(hello(), 20s));
  (*link)->run_until(soon(), [&] { return greeted; });
  CHECK(greeted);
  CHECK_FALSE((*link)->over());
}

TEST_CASE("what is sent from within what is heard goes out too", "[link]") {
  const auto server = test::start_server();
  kinesphere::Envelope ping;
  ping.mutable_ping()->set_client_time_us(7);
  std::unique_ptr<Link> link;
  std::uint64_t answered = 0;
  auto opened = Link::open({"127.0.0.1", server->port()}, soon(), [&](const auto& envelope) {
    if (envelope.has_hello()) CHECK(link->send(ping, 20s));
    if (envelope.has_pong()) answered = envelope.pong().client_time_us();
  });
  REQUIRE(opened);
  link = *std::move(opened);
  REQUIRE(link->send(hello(), 20s));
  link->run_until(soon(), [&] { return answered != 0; });
  CHECK(answered == 7);
}

TEST_CASE("a server that takes nothing any more is gone", "[link]") {
  // It is connected to by the system, and never reads.
  boost::asio::io_context io;
  const boost::asio::ip::tcp::acceptor deaf(io, {boost::asio::ip::address_v4::loopback(), 0});
  auto link = Link::open({"127.0.0.1", deaf.local_endpoint().port()}, soon(), [](const auto&) {});
  REQUIRE(link);
  constexpr int kMoreThanBuffersHold = 64;
  Result<Done> sent = Done{};
  for (int i = 0; sent && i < kMoreThanBuffersHold; ++i)
    sent = (*link)->send(long_submission(), 200ms);
  REQUIRE_FALSE(sent);
  CHECK(sent.error().message == "the server takes nothing any more");
  CHECK((*link)->over());
}

TEST_CASE("the first reason for the end holds, and nothing is sent after it", "[link]") {
  const auto server = test::start_server();
  auto link = Link::open({"127.0.0.1", server->port()}, soon(), [](const auto&) {});
  REQUIRE(link);
  (*link)->close(gone("first"));
  (*link)->close(gone("second"));
  CHECK((*link)->over()->message == "first");
  const auto sent = (*link)->send(hello(), 20s);
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

}  // namespace kine::client::link_test
