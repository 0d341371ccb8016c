// Tests for server/net/stream_report.h.
#include "server/net/stream_report.h"

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::stream_report_test {
namespace {

kinesphere::Stats stats_in(const protocol::Bytes& bytes) {
  kinesphere::Envelope envelope;
  REQUIRE(envelope.ParseFromString(std::string(bytes->substr(protocol::kLengthBytes))));
  return envelope.stats();
}

}  // namespace

TEST_CASE("a report comes once a second, with what has become of the frames", "[stream_report]") {
  Outbox outbox({.control_bytes_max = 100, .unacknowledged_ticks_max = 30});
  StreamReport report(TickRate(60));
  const auto frame = protocol::make_bytes("frame");
  std::vector<kinesphere::Stats> all;
  for (std::uint64_t tick = 1; tick <= 181; ++tick) {
    outbox.push_frame(CharacterId{1}, frame, Tick{tick});
    outbox.push_frame(CharacterId{2}, frame, Tick{tick});
    if (tick % 3 == 0) outbox.take();  // of three ticks, two are conflated
    if (tick == 120) outbox.acknowledge(Tick{120});
    if (const auto bytes = report.at(Tick{tick}, outbox)) all.push_back(stats_in(*bytes));
  }

  REQUIRE(all.size() == 3);  // of ticks 61, 121 and 181
  CHECK(all[0].rate_hz() == 20);
  CHECK(all[1].rate_hz() == 20);
  CHECK(all[1].frames_sent() == 2 * 40);
  CHECK(all[1].frames_dropped() == 2 * 80);
  CHECK(all[1].frames_unacknowledged() == 0);
  // Ten of the twenty were sent, and then it was half a second ahead of what was acknowledged.
  CHECK(all[2].rate_hz() == 10);
  CHECK(all[2].frames_unacknowledged() == 2 * 10);
  CHECK(all[2].frames_sent() == 2 * 50);
}

}  // namespace kine::server::stream_report_test
