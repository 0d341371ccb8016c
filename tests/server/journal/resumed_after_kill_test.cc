// Tests for server/journal/recovery.h, with clients that come back to the server behind a kill.
#include <filesystem>

#include "server/journal/recovery.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::resumed_after_kill_test {
namespace {

using test::head_script;
using test::WireClient;

const std::string kNod =
    R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="nod" characterId="ada")"
    R"( composition="APPEND"><head id="n" lexeme="NOD"/></bml>)";

std::unique_ptr<Server> start_in(const test::TemporaryFolder& folder,
                                 std::chrono::milliseconds wait = std::chrono::seconds(30)) {
  Options options = test::server_options();
  options.journal = folder.path();
  options.limits.resume_wait_max = wait;
  return test::start_server(std::move(options));
}

WireClient come(const Server& server, std::uint64_t heard_tick = 0) {
  WireClient client(server.port());
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_resume("dm-1");
  envelope.mutable_hello()->set_heard_tick(heard_tick);
  client.send(envelope);
  client.receive_until([](const auto& each) { return each.has_hello(); });
  return client;
}

kinesphere::Feedback last_word_of(WireClient& client, const std::string& id) {
  for (;;) {
    auto feedback = client.next_feedback();
    const bool is_last = feedback.kind() == kinesphere::Feedback::ENDED ||
                         feedback.kind() == kinesphere::Feedback::INTERRUPTED;
    if (is_last && feedback.id() == id) return feedback;
  }
}

/// What was over, what plays and what waits, as they were kept when the server was killed.
void play_until_kill(const test::TemporaryFolder& folder, const test::TemporaryFolder& after_kill,
                     double seconds = 1) {
  const auto server = start_in(folder);
  WireClient client = come(*server);
  client.submit(head_script(0.1), "over", "ben");
  last_word_of(client, "over");
  client.submit(head_script(seconds), "plays", "ada");
  client.submit(kNod, "nod");
  client.receive_until(
      [](const auto& each) { return each.has_kept() && each.kept().id() == "nod"; });
  std::filesystem::copy_file(folder.file("00000001.ksj"), after_kill.file("00000001.ksj"));
}

}  // namespace

TEST_CASE("a script that is sent again behind a kill is answered, and not played again",
          "[journal][resume]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  play_until_kill(folder, after_kill);
  const auto server = start_in(after_kill);
  WireClient client = come(*server, 1'000'000);
  for (const auto& [id, script] : {std::pair("over", head_script(0.1)),
                                   std::pair("plays", head_script(1)), std::pair("nod", kNod)}) {
    INFO(id);
    client.submit(script, id, "ada");
    const auto answer = client.answer();
    REQUIRE(answer.has_accepted());
    CHECK(answer.accepted().id() == id);
    CHECK(answer.accepted().blocks_size() == 1);
    const auto kept = client.receive_until([](const auto& each) { return each.has_kept(); });
    CHECK(kept.kept().id() == id);
    if (id == std::string("over")) last_word_of(client, "over");
  }
  CHECK(server->status().scripts_accepted == 0);
  CHECK(last_word_of(client, "plays").kind() == kinesphere::Feedback::ENDED);
  CHECK(last_word_of(client, "nod").kind() == kinesphere::Feedback::ENDED);
}

TEST_CASE("who comes back behind a kill hears what was told before it, where it has not",
          "[journal][resume]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  play_until_kill(folder, after_kill);
  const auto server = start_in(after_kill);
  WireClient client = come(*server);
  CHECK(last_word_of(client, "over").kind() == kinesphere::Feedback::ENDED);
  client.interrupt("plays");
  CHECK(last_word_of(client, "plays").kind() == kinesphere::Feedback::INTERRUPTED);
}

TEST_CASE("what waits behind a kill goes where its client does not come back in time",
          "[journal][resume]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  play_until_kill(folder, after_kill, 30);
  const auto server = start_in(after_kill, std::chrono::seconds(1));
  WireClient listener(server->port());
  listener.say_hello();
  listener.subscribe({kinesphere::PART_EVENTS});
  CHECK(last_word_of(listener, "nod").kind() == kinesphere::Feedback::INTERRUPTED);
}

}  // namespace kine::server::resumed_after_kill_test
