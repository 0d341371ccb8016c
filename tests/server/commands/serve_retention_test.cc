// Tests for server/commands/serve_retention.h, and with the program that it deletes.
#include "server/commands/serve_retention.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/server/serving_program.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::serve_retention_test {
namespace {

std::string fault_of_keeping(const KeepOptions& keep, const std::string& journal,
                             const std::string& recordings) {
  const auto wish = retention_of(keep, journal, recordings);
  return wish ? std::string() : wish.error().message;
}

}  // namespace

TEST_CASE("what is kept for a time needs its folder", "[serve][retention]") {
  CHECK(fault_of_keeping({}, "", "").empty());
  CHECK(fault_of_keeping({.journals = "9d", .recordings = "2h"}, "a", "b").empty());
  CHECK(fault_of_keeping({.journals = "9d"}, "", "b") ==
        "--keep-journals needs --journal, whose folder it is about: '9d'");
  CHECK(fault_of_keeping({.recordings = "9d"}, "a", "") ==
        "--keep-recordings needs --recordings, whose folder it is about: '9d'");
  CHECK(fault_of_keeping({.journals = "soon"}, "a", "b").starts_with("a time to keep things is"));
  const auto wish = retention_of({.recordings = "2h"}, "a", "b");
  REQUIRE(wish);
  CHECK(wish->keep_recordings == std::chrono::hours(2));
  CHECK_FALSE(wish->keep_journals);
}

TEST_CASE("a server deletes what is too old, and its log says so", "[serve][retention]") {
  const test::TemporaryFolder folder;
  folder.write("old.ksr", "x");
  folder.write("new.ksr", "x");
  std::filesystem::last_write_time(
      folder.file("old.ksr"),
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(49));
  test::ServingProgram program(
      "--voice silent --log-format json --keep-recordings 2d --recordings " +
      folder.path().string());
  const std::string line = program.line_with("\"event\":\"deleted\"");
  CHECK(line.find("old.ksr") != std::string::npos);
  CHECK(folder.file_count() == 1);
}

}  // namespace kine::server::serve_retention_test
