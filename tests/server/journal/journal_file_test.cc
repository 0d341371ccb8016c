// Tests for server/journal/journal_file.h
#include "server/journal/journal_file.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::journal_file_test {
namespace {

constexpr std::uint64_t kMost = 1 << 20;

JournalFile opened(const std::string& folder) {
  auto file = JournalFile::open_newest(folder);
  REQUIRE(file);
  return *std::move(file);
}

}  // namespace

TEST_CASE("what is added stands behind what was there", "[journal]") {
  const test::TemporaryFolder folder;
  {
    JournalFile file = opened(folder.path());
    CHECK(file.path().ends_with("/00000001.ksj"));
    REQUIRE(file.append("one"));
    REQUIRE(file.sync());
    CHECK(file.size() == 3);
  }
  JournalFile file = opened(folder.path());
  REQUIRE(file.append(" two"));
  CHECK(*file.read(kMost) == "one two");
  REQUIRE(file.cut_at(3));
  REQUIRE(file.append(" three"));
  CHECK(*file.read(kMost) == "one three");
  CHECK_FALSE(file.read(8));
}

TEST_CASE("the newest file of a folder is open, and the next one begins empty", "[journal]") {
  const test::TemporaryFolder folder;
  folder.write("00000003.ksj", "old");
  folder.write("00000012.ksj", "new");
  folder.write("00000099.txt", "none of them");
  JournalFile file = opened(folder.path());
  CHECK(*file.read(kMost) == "new");
  REQUIRE(file.begin_next());
  CHECK(file.path().ends_with("/00000013.ksj"));
  CHECK(file.size() == 0);
  CHECK(std::filesystem::file_size(folder.file("00000012.ksj")) == 3);
}

TEST_CASE("a file that begins anew takes the place of the one before", "[journal]") {
  const test::TemporaryFolder folder;
  folder.write("00000002.ksj.new", "half of what a crash has left, and longer than what comes");
  {
    JournalFile file = opened(folder.path());
    REQUIRE(file.keep("old"));
    REQUIRE(file.begin_anew());
    CHECK(file.size() == 0);
    // Until all of it is there, the one before is what a start reads.
    CHECK(std::filesystem::file_size(folder.file("00000001.ksj")) == 3);
    REQUIRE(file.keep("new "));
    REQUIRE(file.keep("and on"));
    CHECK(file.size() == 10);
    CHECK(file.path().ends_with("/00000002.ksj"));
    CHECK_FALSE(JournalFile::open_newest(folder.path()));  // it is locked, as the one before was
  }
  CHECK(*opened(folder.path()).read(kMost) == "new and on");
  for (const char* gone : {"00000001.ksj", "00000002.ksj.new"}) {
    INFO(gone);
    CHECK_FALSE(std::filesystem::exists(folder.file(gone)));
  }
}

TEST_CASE("a begin that the disk does not take leaves the file before, and is tried again",
          "[journal]") {
  const test::TemporaryFolder folder;
  JournalFile file = opened(folder.path());
  REQUIRE(file.keep("old"));
  REQUIRE(file.begin_anew());
  const std::string begin(8'192, 'b');
  {
    const test::FileSizeLimit limit(4'096);
    CHECK_FALSE(file.keep(begin));
  }
  CHECK(std::filesystem::file_size(folder.file("00000001.ksj")) == 3);
  CHECK_FALSE(std::filesystem::exists(folder.file("00000002.ksj")));
  REQUIRE(file.keep(begin));
  CHECK(*file.read(kMost) == begin);
  CHECK_FALSE(std::filesystem::exists(folder.file("00000001.ksj")));
}

TEST_CASE("one process has a journal at a time", "[journal]") {
  const test::TemporaryFolder folder;
  const JournalFile file = opened(folder.path());
  const auto other = JournalFile::open_newest(folder.path());
  REQUIRE_FALSE(other);
  CHECK(other.error().message.starts_with("another process has the journal; name another folder"));
  CHECK_FALSE(JournalFile::open_newest(folder.file("none")));
}

TEST_CASE("a disk that is full leaves the file as it was", "[journal]") {
  const test::TemporaryFolder folder;
  JournalFile file = opened(folder.path());
  REQUIRE(file.append(std::string(1'000, 'a')));
  {
    const test::FileSizeLimit limit(4'096);
    const auto written = file.append(std::string(8'192, 'b'));
    REQUIRE_FALSE(written);
    CHECK(written.error().message.starts_with("the journal cannot be written: "));
  }
  CHECK(file.size() == 1'000);
  CHECK(*file.read(kMost) == std::string(1'000, 'a'));
  REQUIRE(file.append("b"));
  CHECK(*file.read(kMost) == std::string(1'000, 'a') + "b");
}

TEST_CASE("the number of a journal stands in its name", "[journal]") {
  CHECK(journal_number("00000012.ksj") == 12);
  for (const char* name : {"12.log", ".ksj", "a12.ksj", "12a.ksj", "-1.ksj", ""}) {
    INFO(name);
    CHECK_FALSE(journal_number(name));
  }
}

}  // namespace kine::server::journal_file_test
