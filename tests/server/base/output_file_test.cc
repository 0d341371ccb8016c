// Tests for server/base/output_file.h.
#include "server/base/output_file.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::output_file_test {

using namespace kine;
using server::OutputFile;

TEST_CASE("a file is there whole once it was put in its place", "[output_file]") {
  const test::TemporaryFolder folder;
  {
    Result<OutputFile> file = OutputFile::open(folder.file("a.txt"));
    REQUIRE(file);
    CHECK(file->write("one "));
    CHECK(file->write("two"));
    CHECK_FALSE(std::filesystem::exists(folder.file("a.txt")));
    CHECK(file->put_in_place());
  }
  CHECK(test::text_of(folder.file("a.txt")) == "one two");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a file that was not finished leaves what was there before", "[output_file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.txt", "before");
  {
    Result<OutputFile> file = OutputFile::open(path);
    REQUIRE(file);
    CHECK(file->write("half"));
  }
  CHECK(test::text_of(path) == "before");
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a text is written whole, or there is an error", "[output_file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.txt");
  REQUIRE(server::write_whole(path, "all of it"));
  CHECK(test::text_of(path) == "all of it");
  CHECK_FALSE(server::write_whole(folder.file("nowhere/a.txt"), "all of it"));
}

TEST_CASE("a link stays a link", "[output_file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.txt", "before");
  std::filesystem::create_symlink(path, folder.file("link"));

  Result<OutputFile> file = OutputFile::open(folder.file("link"));
  REQUIRE(file);
  REQUIRE(file->write("after"));
  REQUIRE(file->put_in_place());

  CHECK(std::filesystem::is_symlink(folder.file("link")));
  CHECK(test::text_of(path) == "after");
}

TEST_CASE("a device is written to, not replaced", "[output_file]") {
  Result<OutputFile> file = OutputFile::open("/dev/null");
  REQUIRE(file);
  CHECK(file->write("gone"));
  CHECK(file->put_in_place());
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("what cannot be written is an error with the system's reason", "[output_file]") {
  const test::TemporaryFolder folder;

  const Result<OutputFile> nowhere = OutputFile::open(folder.file("none/a.txt"));
  REQUIRE_FALSE(nowhere);
  CHECK(nowhere.error().message.starts_with("No such file or directory: cannot write '"));

  const Result<OutputFile> over_a_folder = OutputFile::open(folder.path().string());
  REQUIRE_FALSE(over_a_folder);
  CHECK(over_a_folder.error().message.starts_with("Is a directory: cannot write '"));
}

TEST_CASE("a full disk is an error, not a shorter file", "[output_file]") {
  Result<OutputFile> file = OutputFile::open("/dev/full");
  REQUIRE(file);
  const std::string text(1 << 20, 'x');
  const bool written = file->write(text).has_value() && file->put_in_place().has_value();
  CHECK_FALSE(written);
}

}  // namespace kine::output_file_test
