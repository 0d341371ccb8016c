// Tests for server/retention/kept_folder.h, with real files.
#include "server/retention/kept_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::kept_folder_test {

TEST_CASE("a kept folder has the plain files of an ending, in their order", "[retention]") {
  const test::TemporaryFolder files;
  files.write("b.ksr", "12345");
  files.write("a.ksr", "1");
  files.write("a.txt", "1");
  std::filesystem::create_directory(files.file("c.ksr"));
  std::filesystem::create_symlink(files.file("a.ksr"), files.file("d.ksr"));
  const auto folder = KeptFolder::open(files.path().string());
  REQUIRE(folder);
  const auto found = folder->files(".ksr");
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK(found->front().name == "a.ksr");
  CHECK(found->back().bytes == 5);
  CHECK(found->back().path == files.file("b.ksr"));
  CHECK(folder->begin_of(found->back(), 3) == "123");
  CHECK(folder->folders().value() == std::vector<std::string>{"c.ksr"});
}

TEST_CASE("nothing outside of a kept folder is deleted, whatever a name says", "[retention]") {
  const test::TemporaryFolder outside;
  const test::TemporaryFolder files;
  outside.write("precious.ksr", "x");
  std::filesystem::create_directory_symlink(outside.path(), files.file("link"));
  std::filesystem::create_symlink(outside.file("precious.ksr"), files.file("file.ksr"));
  const auto folder = KeptFolder::open(files.path().string());
  REQUIRE(folder);
  const std::string beside = "../" + outside.path().filename().string();
  for (const std::string& name :
       {beside + "/precious.ksr", std::string("link/precious.ksr"), outside.file("precious.ksr"),
        std::string("file.ksr"), std::string(".."), std::string("."), std::string()}) {
    INFO(name);
    CHECK_FALSE(folder->remove({.name = name, .path = name, .written = {}}));
    CHECK(folder->begin_of({.name = name, .path = name, .written = {}}, 1).empty());
  }
  CHECK_FALSE(folder->below("link"));
  CHECK_FALSE(folder->below(beside));
  CHECK(folder->folders().value().empty());
  CHECK(std::filesystem::exists(outside.file("precious.ksr")));
}

TEST_CASE("a file that a process writes stays, and goes when it is closed", "[retention]") {
  const test::TemporaryFolder files;
  files.write("a.ksr", "x");
  const auto folder = KeptFolder::open(files.path().string());
  REQUIRE(folder);
  const KeptFile file = folder->files(".ksr").value().front();
  const int writer = ::open(file.path.c_str(), O_WRONLY);
  REQUIRE(::flock(writer, LOCK_EX | LOCK_NB) == 0);
  CHECK(folder->is_in_use(file));
  CHECK(folder->remove(file).error().message == "a server writes it: '" + file.path + "'");
  ::close(writer);
  CHECK_FALSE(folder->is_in_use(file));
  CHECK(folder->remove(file));
  CHECK(files.file_count() == 0);
}

TEST_CASE("a folder below goes when it is empty, and not before", "[retention]") {
  const test::TemporaryFolder files;
  std::filesystem::create_directory(files.file("lab"));
  files.write("lab/a.ksr", "x");
  const auto folder = KeptFolder::open(files.path().string());
  REQUIRE(folder);
  folder->remove_if_empty("lab");
  const auto lab = folder->below("lab");
  REQUIRE(lab);
  REQUIRE(*lab);
  CHECK((*lab)->remove((*lab)->files(".ksr").value().front()));
  folder->remove_if_empty("lab");
  CHECK_FALSE(std::filesystem::exists(files.file("lab")));
  CHECK_FALSE(folder->below("lab").value());
  CHECK_FALSE(KeptFolder::open(files.file("lab")));
}

}  // namespace kine::server::kept_folder_test
