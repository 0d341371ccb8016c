// Tests for server/recordings/recordings_folder.h.
#include "server/recordings/recordings_folder.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::recordings_folder_test {

TEST_CASE("a folder holds the bytes of its recordings, and of nothing else", "[recorder]") {
  const test::TemporaryFolder files;
  const RecordingsFolder folder(files.path().string());
  CHECK(*folder.bytes_held() == 0);
  files.write("a.ksr", std::string(10, 'x'));
  files.write("b.ksr", std::string(200, 'x'));
  files.write("b.ksr.bak", std::string(3'000, 'x'));
  std::filesystem::create_directory(files.file("c.ksr"));
  std::filesystem::create_symlink("nowhere", files.file("d.ksr"));
  CHECK(*folder.bytes_held() == 210);
}

TEST_CASE("what a disk has left is what the system says", "[recorder]") {
  const test::TemporaryFolder files;
  const RecordingsFolder folder(files.path().string());
  CHECK(*folder.bytes_free() <= std::filesystem::space(files.path()).capacity);
  CHECK(*folder.bytes_free() > 0);
}

TEST_CASE("a new recording is a file of its name, and never one that is there", "[recorder]") {
  const test::TemporaryFolder files;
  const RecordingsFolder folder(files.path().string());
  REQUIRE(folder.create("new"));
  CHECK(std::filesystem::exists(files.file("new.ksr")));
  const auto again = folder.create("new");
  REQUIRE_FALSE(again);
  CHECK(again.error().message == "there is a recording of this name: 'new'");
}

TEST_CASE("what a tenant records lies in a folder of its own, and counts", "[recorder]") {
  const test::TemporaryFolder outside;
  const test::TemporaryFolder files;
  const RecordingsFolder folder(files.path().string());
  REQUIRE(folder.create("lab/new"));
  REQUIRE(folder.create("hall/new"));
  CHECK_FALSE(folder.create("lab/new"));
  files.write("lab/new.ksr", "12345");
  CHECK(*folder.bytes_held() == 5);

  std::filesystem::create_directory_symlink(outside.path(), files.file("link"));
  outside.write("other.ksr", "12345");
  CHECK_FALSE(folder.create("link/new"));
  CHECK(outside.file_count() == 1);
  CHECK(*folder.bytes_held() == 5);
}

TEST_CASE("a folder that is gone is an error of each call", "[recorder]") {
  const test::TemporaryFolder files;
  const RecordingsFolder folder(files.file("gone"));
  CHECK_FALSE(folder.bytes_held());
  CHECK_FALSE(folder.bytes_free());
  CHECK_FALSE(folder.create("new"));
}

}  // namespace kine::server::recordings_folder_test
