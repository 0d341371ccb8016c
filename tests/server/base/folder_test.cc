// Tests for server/base/folder.h.
#include "server/base/folder.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::folder_test {

using server::files_of_folder;
using server::FolderWish;
using server::read_file_up_to;

namespace {

FolderWish texts(std::size_t files_max) {
  return {.what = "texts",
          .accepts = [](std::string_view name) { return name.ends_with(".txt"); },
          .files_max = files_max};
}

}  // namespace

TEST_CASE("the files that are meant come in the order of their names", "[folder]") {
  const test::TemporaryFolder folder;
  const std::string second = folder.write("b.txt", "");
  const std::string first = folder.write("a.txt", "");
  folder.write("c.xml", "");
  std::filesystem::create_directory(folder.path() / "d.txt");

  const auto files = files_of_folder(folder.path().string(), texts(2));

  REQUIRE(files);
  CHECK(*files == std::vector<std::string>{first, second});
}

TEST_CASE("a folder with too many files, or none, is an error that names it", "[folder]") {
  const test::TemporaryFolder folder;
  folder.write("a.txt", "");
  folder.write("b.txt", "");
  const std::string path = folder.path().string();

  const auto many = files_of_folder(path, texts(1));
  REQUIRE_FALSE(many);
  CHECK(many.error().message == path + ": the texts of a folder must be at most 1");
  const auto none = files_of_folder(path + "/none", texts(1));
  REQUIRE_FALSE(none);
  CHECK(none.error().message.starts_with(path + "/none: "));
}

TEST_CASE("a file is read whole, or a little past its bound", "[folder]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.txt", "abcdef");
  CHECK(*read_file_up_to(file, 6) == "abcdef");
  CHECK(read_file_up_to(file, 5)->size() > 5);
  CHECK_FALSE(read_file_up_to(folder.file("none"), 5));
}

}  // namespace kine::folder_test
