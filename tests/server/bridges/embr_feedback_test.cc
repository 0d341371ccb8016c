// Tests for server/bridges/embr_feedback.h. The shape of a datagram is that of EMBR's sender.
#include "server/bridges/embr_feedback.h"

#include <boost/asio/io_context.hpp>

#include "tests/support/catch.h"

namespace kine::server::embr_feedback_test {
namespace {

Feedback feedback(FeedbackKind kind, const std::string& id) {
  Feedback result;
  result.kind = kind;
  result.id = id;
  result.tick = Tick{75};
  return result;
}

}  // namespace

TEST_CASE("a datagram has the label, the time in milliseconds and the error", "[embr_feedback]") {
  CHECK(embr_datagram("g1_ready", Seconds(1.25), 0) ==
        "\n\ng1_ready\ntime: 1250\nerror value: 0\n");
  CHECK(embr_datagram("g1_ready", Seconds(2), 0.03124) ==
        "\n\ng1_ready\ntime: 2000\nerror value: 0.0312\n");
}

TEST_CASE("what is told is each label of a script of the port, and nothing else",
          "[embr_feedback]") {
  using Kind = FeedbackKind;
  CHECK(find_embr_label(feedback(Kind::SyncPoint, "embr-7:s1:p2:g1_ready")) == "g1_ready");
  CHECK(find_embr_label(feedback(Kind::SyncPoint, "embr-7:s1:p2:a:b")) == "a:b");
  for (const Feedback& other :
       {feedback(Kind::SyncPoint, "embr-7:s1:p2"), feedback(Kind::SyncPoint, "mine:s1:p2:g1_ready"),
        feedback(Kind::SyncPoint, "bml1:h1:stroke:1"), feedback(Kind::Started, "embr-7"),
        feedback(Kind::Warning, "embr-7:s1:p2:g1_ready")}) {
    CAPTURE(other.id);
    CHECK_FALSE(find_embr_label(other));
  }
}

TEST_CASE("of a port that many have come by the newest clients are known", "[embr_feedback]") {
  PortClients clients;
  const std::uint64_t most = PortClients::kRememberedMax;
  for (std::uint64_t i = 1; i <= most; ++i) clients.add(ClientId{2 * i});
  CHECK(clients.has(ClientId{2}));
  CHECK(clients.has(ClientId{2 * most}));
  CHECK_FALSE(clients.has(ClientId{3}));
  clients.add(ClientId{3 * most});
  CHECK_FALSE(clients.has(ClientId{2}));
  CHECK(clients.has(ClientId{4}));
  CHECK(clients.has(ClientId{3 * most}));
}

TEST_CASE("an address that there is not is an error", "[embr_feedback]") {
  boost::asio::io_context io;
  const auto sink = EmbrFeedback::open(io, {"no such host", 5556}, TickRate(60));
  REQUIRE_FALSE(sink);
  CHECK(sink.error().message.ends_with("'no such host:5556'"));
}

}  // namespace kine::server::embr_feedback_test
