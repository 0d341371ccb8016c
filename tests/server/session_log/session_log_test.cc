// Tests for server/session_log/session_log.h
#include "server/session_log/session_log.h"

#include <fstream>
#include <sstream>

#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::session_log_test {
namespace {

struct Heard {
  std::vector<std::string> lines;
  SessionLog::Warn warn() {
    return [this](const std::string& line) { lines.push_back(line); };
  }
};

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

SessionStart start() {
  return {.head = head_of_this_program(), .casts = *make_casts(default_characters())};
}

std::unique_ptr<SessionLog> open(const std::string& path, Heard& heard,
                                 const SessionLogLimits& limits = {}) {
  auto log = SessionLog::open(path, heard.warn(), limits);
  REQUIRE(log);
  return *std::move(log);
}

}  // namespace

TEST_CASE("what is pushed stands in the file in its order, and the end behind it",
          "[session_log]") {
  const test::TemporaryFolder folder;
  Heard heard;
  const auto log = open(folder.file("a.jsonl"), heard);
  log->push(start());
  for (std::uint64_t i = 0; i < 100; ++i) log->push(ClientGone{{i}});
  log->finish("over");
  log->push(ClientGone{{7}});
  std::istringstream text(text_of(folder.file("a.jsonl")));
  std::string line;
  REQUIRE(std::getline(text, line));
  CHECK(line.starts_with("{\"row\":\"head\",\"tick\":0,\"wall\":\"2"));
  CHECK(line.find("\"version\":\"0.1.0\"") != std::string::npos);
  for (std::uint64_t i = 0; i < 100; ++i) {
    REQUIRE(std::getline(text, line));
    CHECK(line.ends_with("\"client\":" + std::to_string(i) + "}"));
  }
  REQUIRE(std::getline(text, line));
  CHECK(line.ends_with("\"reason\":\"over\"}"));
  CHECK_FALSE(std::getline(text, line));
  CHECK(heard.lines.empty());
}

TEST_CASE("a file that is there is not written over", "[session_log]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.jsonl", "measured");
  const auto log = SessionLog::open(path, [](const std::string&) {});
  REQUIRE_FALSE(log);
  CHECK(log.error().message.starts_with(
      "no session log: there is a file of this name; name another one: "));
  CHECK(text_of(path) == "measured");
  CHECK_FALSE(SessionLog::open(folder.file("none/a.jsonl"), [](const std::string&) {}));
}

TEST_CASE("a log ends at its bound with one warning and one row", "[session_log]") {
  const test::TemporaryFolder folder;
  Heard heard;
  const auto log = open(folder.file("a.jsonl"), heard, {.file_bytes_max = 20'000});
  log->push(start());
  for (std::uint64_t i = 0; i < 1'000; ++i) log->push(ClientGone{{i}});
  log->finish("over");
  const std::string text = text_of(folder.file("a.jsonl"));
  CHECK(text.size() <= 20'000);
  CHECK(text.ends_with("\"reason\":\"past file_bytes_max of 20000\"}\n"));
  REQUIRE(heard.lines.size() == 1);
  CHECK(heard.lines.front().ends_with(" ends: past file_bytes_max of 20000"));
}

TEST_CASE("a disk that takes no more is one warning, and half a row is the last", "[session_log]") {
  const test::TemporaryFolder folder;
  Heard heard;
  const auto log = open(folder.file("a.jsonl"), heard);
  log->push(start());
  {
    // What a file of this process may be as long as: past it a write fails, as on a full disk.
    const test::FileSizeLimit limit(4'000);
    for (std::uint64_t i = 0; i < 1'000; ++i) log->push(ClientGone{{i}});
    log->finish("over");
  }
  CHECK(text_of(folder.file("a.jsonl")).size() == 4'000);
  REQUIRE(heard.lines.size() == 1);
  CHECK(heard.lines.front().ends_with(" ends: File too large"));
}

TEST_CASE("a disk that is too slow ends the log, and not the server", "[session_log]") {
  const test::TemporaryFolder folder;
  Heard heard;
  const auto log = open(folder.file("a.jsonl"), heard, {.bytes_waiting_max = 4'000});
  // More at once than may wait.
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_script(std::string(10'000, 'x'));
  log->push(start());
  log->push(MessageTaken{.client = {1},
                         .message = std::make_shared<const kinesphere::Envelope>(envelope)});
  log->push(ClientGone{{1}});
  log->finish("over");
  CHECK(text_of(folder.file("a.jsonl")).ends_with("\"reason\":\"the disk is too slow\"}\n"));
  REQUIRE(heard.lines.size() == 1);
  CHECK(heard.lines.front().ends_with(" ends: the disk is too slow"));
}

TEST_CASE("the head says which program wrote it, and on what", "[session_log]") {
  const HeadRow head = head_of_this_program();
  CHECK(head.version == "0.1.0");
  CHECK_FALSE(head.revision.empty());
  CHECK(head.system.starts_with("Linux "));
  CHECK(head.threads > 0);
}

}  // namespace kine::server::session_log_test
