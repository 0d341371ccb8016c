// Tests for server/commands/rerun.h
#include "server/commands/rerun.h"

#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/logged_session.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::rerun_test {
namespace {

struct Said {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

Said run_again(const std::string& log, std::size_t shards = 1, bool goes_on = false) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("log.jsonl", log);
  std::ostringstream output;
  std::ostringstream errors;
  const int exit_code =
      rerun_log({.log = path, .model = test::small_model(), .shards = shards, .goes_on = goes_on},
                output, errors);
  const auto without_folder = [&](std::string text) {
    for (std::size_t at = 0; (at = text.find(path)) != std::string::npos;) {
      text.replace(at, path.size(), "LOG");
    }
    return text;
  };
  return {exit_code, without_folder(output.str()), without_folder(errors.str())};
}

}  // namespace

TEST_CASE("a log whose frames are the same is one line and 0", "[rerun]") {
  const Said said = run_again(test::logged_session(2).log, 2);
  CHECK(said.exit_code == 0);
  CHECK(said.errors.empty());
  CHECK(said.output.starts_with("LOG: "));
  CHECK(said.output.find(" ticks have the same frames (") != std::string::npos);
  CHECK(said.output.find(" messages of 2 clients, ") != std::string::npos);
}

TEST_CASE("a log with another frame is an error that names the tick, and 1", "[rerun]") {
  std::string log = test::logged_session(2).log;
  const std::size_t hashes = log.find("\"hashes\":[\"");
  log.insert(hashes + 11, "0");
  const Said said = run_again(log);
  CHECK(said.exit_code == 1);
  CHECK(said.output.empty());
  CHECK(said.errors.ends_with(
      ":1: error: the frames of tick 1 are not those of the log; 0 of the 1 ticks compared are the "
      "same\n"));

  // Its hash alone was changed: all others are the same.
  const Said all = run_again(log, 1, true);
  CHECK(all.exit_code == 1);
  const std::string told = "not those of the log; ";
  const std::size_t begin = all.errors.find(told);
  REQUIRE(begin != std::string::npos);
  std::istringstream counts(all.errors.substr(begin + told.size()));
  std::uint64_t equal = 0;
  std::uint64_t ticks = 0;
  std::string word;
  counts >> equal >> word >> word >> ticks;
  CHECK(ticks > 300);
  CHECK(equal == ticks - 1);
}

TEST_CASE("what is no log is an error with its line", "[rerun]") {
  CHECK(run_again("hello\n").errors == "LOG:1:1: error: no JSON: a value is missing\n");
  CHECK(run_again("").errors == "LOG:1:1: error: no session log: it is empty\n");
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(rerun_log({.log = "no such file"}, output, errors) == 1);
  CHECK(errors.str() == "no such file: error: No such file or directory\n");
}

TEST_CASE("a log of another program and without its end says so", "[rerun]") {
  std::string log = test::logged_session(2).log;
  const std::size_t revision = log.find("\"revision\":\"") + 12;
  log.replace(revision, log.find('"', revision) - revision, "elsewhere");
  log.resize(log.find("{\"row\":\"end\""));
  const Said said = run_again(log);
  CHECK(said.exit_code == 0);
  CHECK(said.errors.find(
            "LOG: warning: another program wrote it: revision 'elsewhere', this is ") == 0);
  CHECK(said.errors.ends_with(
      "LOG: warning: its last row is missing: its server runs still, or did not leave in order\n"));

  log = test::logged_session(2).log;
  log.resize(log.find('\n') + 20);
  const Said torn = run_again(log);
  CHECK(torn.exit_code == 0);
  CHECK(torn.output.starts_with("LOG: 0 of 0 ticks have the same frames"));
  CHECK(torn.errors == "LOG: warning: line 2 is torn: what is before it was played again\n");
}

}  // namespace kine::server::rerun_test
