// Tests for server/commands/record.h, against a real server.
#include "server/commands/record.h"

#include <atomic>
#include <functional>
#include <future>
#include <sstream>
#include <string>

#include "server/recordings/recording_file.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::record_test {
namespace {

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

bool never() { return false; }

Outcome recorded(const RecordOptions& options, const std::function<bool()>& stopped) {
  std::ostringstream output;
  std::ostringstream errors;
  const int exit_code = record(options, stopped, output, errors);
  return {exit_code, output.str(), errors.str()};
}

std::unique_ptr<Server> server_that_records_to(const std::string& folder) {
  Options options = test::server_options();
  options.recordings = folder;
  return test::start_server(std::move(options));
}

std::size_t frames_in(const std::string& path) {
  const auto file = RecordingFile::open(path);
  REQUIRE(file);
  protocol::RecordedMotion motion = (*file)->motion();
  CHECK(motion.whole());
  std::size_t frames = 0;
  for (;;) {
    const auto moment = motion.next();
    REQUIRE(moment);
    if (!*moment) return frames;
    frames += std::holds_alternative<Frame>((*moment)->what) ? 1 : 0;
  }
}

}  // namespace

TEST_CASE("what is recorded for a length of time is written by the server, and counted",
          "[record]") {
  const test::TemporaryFolder folder;
  const auto server = server_that_records_to(folder.path().string());

  const Outcome outcome = recorded({.name = "greeting",
                                    .server = server->address(),
                                    .characters = {"ada"},
                                    .length = Seconds(0.3)},
                                   never);

  CHECK(outcome.errors.empty());
  CHECK(outcome.exit_code == 0);
  const std::size_t frames = frames_in(folder.file("greeting.ksr"));
  CHECK(frames >= 5);
  CHECK(outcome.output == "greeting.ksr: " + std::to_string(frames) + " frames\n");
}

TEST_CASE("who says no length is told how a recording ends, and it ends so", "[record]") {
  const test::TemporaryFolder folder;
  const auto server = server_that_records_to(folder.path().string());
  int asked = 0;

  const Outcome outcome =
      recorded({.name = "greeting.ksr", .server = server->address()}, [&] { return ++asked == 3; });

  CHECK(outcome.exit_code == 0);
  CHECK(asked == 3);
  CHECK(outcome.output.starts_with("Ctrl-C ends the recording.\ngreeting.ksr: "));
  CHECK(folder.file_count() == 1);
  frames_in(folder.file("greeting.ksr"));
}

TEST_CASE("what a server has against a recording is told at once", "[record]") {
  const test::TemporaryFolder folder;
  const auto server = server_that_records_to(folder.path().string());
  const auto refused = [&](RecordOptions options) {
    options.server = server->address();
    const Outcome outcome = recorded(options, never);
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.output.find(" frames") == std::string::npos);
    return outcome.errors;
  };
  CHECK(refused({.name = "../greeting"}).find("'../greeting'") != std::string::npos);
  CHECK(refused({.name = "greeting", .characters = {"carl"}}) ==
        "kinesphere: error: the server has no such character: 'carl'\n");
  folder.write("greeting.ksr", "there already");
  CHECK(refused({.name = "greeting"}).find("'greeting'") != std::string::npos);

  const auto other = test::start_server();
  CHECK(recorded({.name = "greeting", .server = other->address()}, never).errors ==
        "kinesphere: error: recording 'greeting': this server was given no folder for "
        "recordings\n");
}

TEST_CASE("a recording ends with the server that writes it", "[record]") {
  const test::TemporaryFolder folder;
  auto server = server_that_records_to(folder.path().string());
  std::atomic<bool> begun = false;
  auto outcome = std::async(std::launch::async, [&, address = server->address()] {
    return recorded({.name = "greeting", .server = address}, [&] {
      begun = true;
      begun.notify_all();
      return false;
    });
  });
  begun.wait(false);

  server.reset();

  const Outcome ended = outcome.get();
  CHECK(ended.exit_code == 1);
  CHECK(ended.errors.find("error: ") != std::string::npos);
  frames_in(folder.file("greeting.ksr"));
}

TEST_CASE("where nobody answers, a recording does not begin", "[record]") {
  std::string address;
  { address = test::start_server()->address(); }
  const Outcome outcome = recorded({.name = "greeting", .server = address}, never);
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.errors.find(address) != std::string::npos);
}

}  // namespace kine::server::record_test
