// Tests for server/commands/replay.h: what is baked and replayed is what was baked, on the wire and
// in files.
#include "server/commands/replay.h"

#include <sstream>

#include "protocol/codec.h"
#include "server/commands/bake.h"
#include "tests/support/catch.h"
#include "tests/support/server/recordings.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::replay_test {

using namespace kine;

namespace {

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string messages;
};

Outcome exported(const server::ReplayOptions& options) {
  std::ostringstream output;
  std::ostringstream messages;
  const int exit_code = server::export_recording(options, output, messages);
  return {exit_code, output.str(), messages.str()};
}

void bake(const std::string& output) {
  server::BakeOptions options;
  options.script = test::source_path("schemas/scripts/nod.xml").string();
  options.output = output;
  std::ostringstream stream;
  REQUIRE(server::bake(options, stream, stream) == 0);
}

std::unique_ptr<server::Server> replaying(const std::string& recording,
                                          const server::Playback& playback = {}) {
  server::ReplayOptions options;
  options.recording = recording;
  options.listen = "127.0.0.1:0";
  options.playback = playback;
  auto server_options = server::replay_server_options(options);
  REQUIRE(server_options);
  return test::start_server(*std::move(server_options));
}

/// What a bake comes from is not in its recording.
std::string without_provenance(std::string text) {
  const std::size_t at = text.find(",\"provenance\":{");
  if (at != std::string::npos) text.erase(at, text.find('}', at) + 1 - at);
  return text;
}

}  // namespace

TEST_CASE("every form of a recording is the one that a bake gives", "[replay]") {
  const test::TemporaryFolder folder;
  const std::string recording = folder.file("nod.ksr");
  bake(recording);
  for (const std::string ending : {".jsonl", ".csv", ".bvh", ".vrma", ".glb", ".ksr", ".png"}) {
    CAPTURE(ending);
    bake(folder.file("baked" + ending));
    server::ReplayOptions options;
    options.recording = recording;
    options.output = folder.file("replayed" + ending);
    REQUIRE(exported(options).exit_code == 0);
    const std::string baked = without_provenance(test::text_of(folder.file("baked" + ending)));
    const std::string replayed = test::text_of(*options.output);
    // Lengths of bones and the crown have travelled as floats, if at all.
    if (ending == ".jsonl" || ending == ".ksr") CHECK(baked == replayed);
    CHECK(replayed.size() > baked.size() / 2);
  }
}

TEST_CASE("a part of a recording is written, of whom one names", "[replay]") {
  const test::TemporaryFolder folder;
  server::ReplayOptions options;
  options.recording = folder.write("two.ksr", test::recording_of_two(Tick{100}, 61));
  options.output = "-";
  options.character = "ben";
  options.playback.from = Seconds(0.5);

  const Outcome outcome = exported(options);

  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.output.starts_with(R"({"skeleton":{"body":"ben")"));
  CHECK(outcome.output.find("\n{\"t\":0,\"root\"") != std::string::npos);
  CHECK(outcome.output.find("\n{\"t\":0.5,\"root\"") != std::string::npos);
  CHECK(outcome.output.find("feedback") == std::string::npos);
}

TEST_CASE("what cannot be written from a recording is said in a line", "[replay]") {
  const test::TemporaryFolder folder;
  server::ReplayOptions options;
  options.recording = folder.write("two.ksr", test::recording_of_two(Tick{0}, 61));
  options.output = "-";
  options.character = "eve";
  CHECK(exported(options).messages ==
        options.recording + ": error: the recording has ada, ben, not 'eve'\n");
  options.character.reset();
  options.playback.from = Seconds(2);
  CHECK(exported(options).messages.find("is 1 s long, and does not reach '2'") !=
        std::string::npos);
  options.playback.from = Seconds(0);
  options.output = folder.file("a.fbx");
  CHECK(exported(options).exit_code == 1);
  options.output = "-";
  options.recording = folder.write("text.ksr", "text");
  CHECK(exported(options).messages ==
        options.recording + ": error: this is no recording: 'text'\n");
}

TEST_CASE("a recording is streamed as a server would", "[replay][server]") {
  const test::TemporaryFolder folder;
  const auto server = replaying(folder.write("two.ksr", test::recording_of_two(Tick{1000}, 600)),
                                {.end = server::Playback::End::GoesRound});
  test::WireClient client(server->port());
  const kinesphere::Hello hello = client.say_hello();
  CHECK(hello.tick_rate_hz() == 60);
  REQUIRE(hello.characters_size() == 2);
  CHECK(hello.characters(0).name() == "ada");
  CHECK(hello.characters(1).body() == "ben");

  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_FACE, kinesphere::PART_EVENTS});
  const auto skeleton = client.receive_until(
      [](const kinesphere::Envelope& envelope) { return envelope.has_skeleton(); });
  CHECK(skeleton.skeleton().joints_size() == static_cast<int>(body::kJointCount));
  const kinesphere::Frame first = client.next_frame();
  const kinesphere::Feedback heard = client.next_feedback();
  CHECK(heard.id().starts_with("t:1"));
  kinesphere::Frame later = client.next_frame();
  while (later.character_id() != first.character_id()) later = client.next_frame();
  // A thousandth a tick, as it was recorded.
  CHECK(later.hips(0) - first.hips(0) ==
        Approx(static_cast<double>(later.tick() - first.tick()) / 1000).margin(1e-5));
}

TEST_CASE("nobody can change what a recording says", "[replay][server]") {
  const test::TemporaryFolder folder;
  const auto server = replaying(folder.write("two.ksr", test::recording_of_two(Tick{0}, 60)));
  test::WireClient client(server->port());
  client.say_hello();

  client.submit(test::head_script(1), "mine");
  const kinesphere::Envelope answer = client.answer();
  REQUIRE(answer.has_refused());
  CHECK(answer.refused().id() == "mine");
  CHECK(answer.refused().error().find("replays a recording") != std::string::npos);

  client.interrupt("mine");
  const auto problem = client.receive_until(
      [](const kinesphere::Envelope& envelope) { return envelope.has_problem(); });
  CHECK(problem.problem().error().find("replays a recording") != std::string::npos);
  CHECK_FALSE(problem.problem().closing());
}

}  // namespace kine::replay_test
