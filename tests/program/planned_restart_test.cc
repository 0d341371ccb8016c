// `kinesphere serve --journal` stopped by a signal, and started again: a process of its own.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <set>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/serving_program.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::planned_restart_test {
namespace {

using test::WireClient;

constexpr const char* kReason = "the server was told to stop";

WireClient come(std::uint16_t port, std::uint64_t heard_tick = 0) {
  WireClient client(port);
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_resume("dm-1");
  envelope.mutable_hello()->set_heard_tick(heard_tick);
  client.send(envelope);
  client.receive_until([](const auto& each) { return each.has_hello(); });
  client.subscribe({kinesphere::PART_BODY});
  return client;
}

/// What a client has heard of its script, and seen of ada.
struct Heard {
  std::multiset<kinesphere::Feedback::Kind> kinds;
  std::set<std::uint64_t> starts;  // the ticks of them
  std::uint64_t tick = 0;          // of the last feedback
  std::uint64_t first_frame = 0;
  std::uint64_t last_frame = 0;
  float turn = 0;  // of her head, in the first frame

  bool note(const kinesphere::Envelope& each) {
    if (each.has_feedback() && each.feedback().id() == "turn") {
      kinds.insert(each.feedback().kind());
      tick = each.feedback().tick();
      if (each.feedback().kind() == kinesphere::Feedback::STARTED) starts.insert(tick);
    }
    if (each.has_frame() && each.frame().character_id() == 1) {
      last_frame = each.frame().tick();
      if (first_frame == 0) {
        first_frame = last_frame;
        turn = std::abs(each.frame().parent_from_joint(4 * 5 + 1));
      }
    }
    return kinds.contains(kinesphere::Feedback::ENDED) ||
           kinds.contains(kinesphere::Feedback::INTERRUPTED);
  }
};

/// Of a client whose script plays when its server is told to stop.
Heard heard_until(int signal, const std::string& folder) {
  // Those that were started in the background of a shell do not hear SIGINT.
  const auto before = std::signal(SIGINT, SIG_DFL);
  test::ServingProgram program("--voice silent --journal " + folder);
  std::signal(SIGINT, before);
  WireClient client = come(program.port_after("kinesphere serves "));
  client.submit(test::head_script(1.5), "turn", "ada");
  Heard heard;
  bool is_kept = false;
  client.receive_until([&](const kinesphere::Envelope& each) {
    heard.note(each);
    is_kept = is_kept || each.has_kept();
    const bool plays = heard.kinds.contains(kinesphere::Feedback::STARTED);
    return is_kept && plays && heard.last_frame > heard.tick + 30;
  });
  CHECK(program.stop(signal) == 0);
  while (const auto message = client.receive()) {
    heard.note(*message);
    if (message->has_goodbye()) CHECK(message->goodbye().reason() == kReason);
  }
  return heard;
}

}  // namespace

TEST_CASE("a planned restart goes on with what plays, and tells its end once",
          "[program][journal]") {
  const test::TemporaryFolder folder;
  const Heard before = heard_until(SIGTERM, folder.path());
  CHECK(before.kinds.count(kinesphere::Feedback::STARTED) == 1);
  CHECK(before.kinds.count(kinesphere::Feedback::INTERRUPTED) == 0);
  CHECK(before.kinds.count(kinesphere::Feedback::ENDED) == 0);

  test::ServingProgram program("--voice silent --journal " + folder.path().string());
  WireClient client = come(program.port_after("kinesphere serves "), before.tick);
  Heard after;
  client.receive_until([&](const kinesphere::Envelope& each) { return after.note(each); });
  kinesphere::Envelope ping;
  ping.mutable_ping();
  client.send(ping);
  client.receive_until([&](const kinesphere::Envelope& each) {
    after.note(each);
    return each.has_pong();
  });
  CHECK(after.kinds.count(kinesphere::Feedback::ENDED) == 1);
  // What it may not have heard is told again, by the tick in which it was so: it has not begun
  // anew.
  CHECK(std::ranges::includes(before.starts, after.starts));
  CHECK(after.kinds.count(kinesphere::Feedback::INTERRUPTED) == 0);
  // She has stood as she was meanwhile: her head is turned in the first frame already.
  CHECK(after.first_frame > before.last_frame);
  CHECK(after.first_frame < before.last_frame + 300);
  CHECK(after.turn > 0.1F);

  // It has played once: sent again, it is answered, and not played.
  client.submit(test::head_script(1.5), "turn", "ada");
  CHECK(client.answer().has_accepted());
}

TEST_CASE("a server that is interrupted at its terminal fades out, and the next one begins anew",
          "[program][journal]") {
  const test::TemporaryFolder folder;
  const Heard before = heard_until(SIGINT, folder.path());
  CHECK(before.kinds.count(kinesphere::Feedback::INTERRUPTED) == 1);

  test::ServingProgram program("--voice silent --journal " + folder.path().string());
  WireClient client = come(program.port_after("kinesphere serves "), before.tick);
  Heard after;
  while (after.first_frame == 0) after.note(*client.receive());
  CHECK(std::filesystem::exists(folder.file("00000002.ksj")));
  CHECK(after.turn < 0.05F);
  CHECK(after.kinds.empty());
}

}  // namespace kine::planned_restart_test
