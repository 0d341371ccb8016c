// Tests for server/services/stage.h: the names of scenes, and where each has its files.
#include "server/services/stage.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::stage_test {
namespace {

std::string fault_of(const std::vector<std::string>& names) {
  const auto checked = check_scene_names(names);
  return checked ? std::string() : checked.error().message;
}

}  // namespace

TEST_CASE("scenes have plain names, each its own", "[scenes]") {
  CHECK(fault_of({}).empty());
  CHECK(fault_of({"lab", "hall-2"}).empty());
  CHECK(fault_of({"lab", "lab"}) == "two scenes have the same name: 'lab'");
  CHECK(fault_of({"main"}) == "two scenes have the same name: 'main'");
  CHECK(fault_of({"../lab"}) ==
        "the name of a scene has 1 to 64 letters, digits, - and _: '../lab'");
  std::vector<std::string> many;
  for (std::size_t i = 0; i < kScenesMax - 1; ++i) many.push_back("s" + std::to_string(i));
  CHECK(fault_of(many).empty());
  many.emplace_back("one-more");
  CHECK(fault_of(many) == "a server has at most 64 scenes with the main one, and not '65'");
}

TEST_CASE("the main scene has what was named, and each other its own beside it", "[scenes]") {
  CHECK(folder_of_scene("kept", "main") == "kept");
  CHECK(folder_of_scene("kept", "lab") == "kept/lab.scene");
  CHECK(folder_of_scene("", "lab").empty());
  CHECK(file_of_scene("all.log", "main") == "all.log");
  CHECK(file_of_scene("all.log", "lab") == "all.log.lab");
  CHECK(file_of_scene("", "lab").empty());

  const test::TemporaryFolder folder;
  REQUIRE(make_folder_of_scene(folder.path(), "lab"));
  REQUIRE(make_folder_of_scene(folder.path(), "lab"));  // it is there already
  CHECK(std::filesystem::is_directory(folder.file("lab.scene")));
  const auto made = make_folder_of_scene(folder.file("nowhere"), "lab");
  REQUIRE_FALSE(made);
  CHECK(made.error().message.starts_with("No such file or directory: '"));
}

}  // namespace kine::server::stage_test
