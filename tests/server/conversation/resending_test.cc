// Ids by the thousand that come twice. No header of its own: the subject is
// server/conversation/returning.h and server/resuming/resumed_client.h together.
#include <map>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/sanitized.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::resending_test {
namespace {

using test::WireClient;

constexpr int kClients = test::kSanitized ? 1 : 10;
constexpr int kIds = test::kSanitized ? 200 : 1'000;  // of a client: Limits::resume_ids_max
constexpr int kAtOnce = 100;
const std::string kNothing = R"(<script xmlns="urn:kinesphere:script:1"/>)";

WireClient come(const Server& server, int client) {
  WireClient connection(server.port());
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_resume("word " + std::to_string(client));
  envelope.mutable_hello()->set_heard_tick(1'000'000'000);  // nothing is to be heard again
  connection.send(envelope);
  connection.receive_until([](const auto& each) { return each.has_hello(); });
  return connection;
}

std::string id_of(int client, int number) {
  return std::to_string(client) + "-" + std::to_string(number);
}

/// All ids of a client, so many at a time. Returns how many were accepted.
int submit_all(WireClient& connection, int client) {
  int accepted = 0;
  for (int first = 0; first < kIds; first += kAtOnce) {
    for (int i = first; i < first + kAtOnce; ++i) {
      connection.submit(kNothing, id_of(client, i), "ada");
    }
    for (int i = 0; i < kAtOnce; ++i) accepted += connection.answer().has_accepted() ? 1 : 0;
  }
  return accepted;
}

/// How often each began, up to the end of a script.
std::map<std::string, int> starts_until_end_of(WireClient& listener, const std::string& last) {
  std::map<std::string, int> starts;
  for (;;) {
    const auto feedback = listener.next_feedback();
    if (feedback.kind() == kinesphere::Feedback::STARTED) ++starts[feedback.id()];
    if (feedback.kind() == kinesphere::Feedback::ENDED && feedback.id() == last) return starts;
  }
}

}  // namespace

TEST_CASE("of ten thousand ids that are sent again none is played twice", "[resume]") {
  Options options = test::server_options();
  options.limits.scripts_per_second_max = 100'000;
  options.limits.message_bytes_per_second_max = std::size_t{1} << 30;
  options.limits.blocks_per_character_max = 2 * kIds;  // of a client, though no tick came
  const auto server = test::start_server(std::move(options));
  int accepted = 0;
  int again = 0;
  std::map<std::string, int> starts;
  for (int client = 0; client < kClients; ++client) {
    WireClient listener(server->port());
    listener.say_hello();
    listener.subscribe({kinesphere::PART_EVENTS});
    {
      WireClient connection = come(*server, client);
      accepted += submit_all(connection, client);
    }
    WireClient connection = come(*server, client);
    again += submit_all(connection, client);
    connection.submit(kNothing, "last", "ada");
    const auto last = connection.answer();
    CAPTURE(last.ShortDebugString());
    REQUIRE(last.has_accepted());
    for (const auto& [id, count] : starts_until_end_of(listener, "last")) starts[id] += count;
  }
  CHECK(accepted == kClients * kIds);
  CHECK(again == kClients * kIds);
  CHECK(server->status().scripts_accepted.load() == std::uint64_t{kClients * (kIds + 1)});
  int twice = 0;
  for (const auto& [id, count] : starts) twice += id != "last" && count != 1 ? 1 : 0;
  CHECK(twice == 0);
  CHECK(starts.size() == static_cast<std::size_t>(kClients * kIds + 1));
}

}  // namespace kine::server::resending_test
