// Tests for server/base/mapped_file.h.
#include "server/base/mapped_file.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::mapped_file_test {

using namespace kine;

TEST_CASE("a mapped file is its bytes, wherever it is moved to", "[mapped_file]") {
  const test::TemporaryFolder folder;
  const std::string text("a\0b", 3);
  auto file = server::MappedFile::open(folder.write("a", text));
  REQUIRE(file);
  const std::string_view before = file->bytes();
  const server::MappedFile moved = *std::move(file);
  CHECK(moved.bytes() == text);
  CHECK(before.data() == moved.bytes().data());
}

TEST_CASE("an empty file is mapped to nothing", "[mapped_file]") {
  const test::TemporaryFolder folder;
  const auto file = server::MappedFile::open(folder.write("a", ""));
  REQUIRE(file);
  CHECK(file->bytes().empty());
}

TEST_CASE("what is no file is not mapped, and the error names it", "[mapped_file]") {
  const test::TemporaryFolder folder;
  for (const std::string& path : {folder.file("none"), folder.path().string()}) {
    const auto file = server::MappedFile::open(path);
    REQUIRE_FALSE(file);
    CHECK(file.error().message.find(": cannot read '") != std::string::npos);
  }
}

}  // namespace kine::mapped_file_test
