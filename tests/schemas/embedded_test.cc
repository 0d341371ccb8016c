// Tests for schemas/embedded.h.
#include "schemas/embedded.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::schemas::embedded_test {
namespace {

TEST_CASE("every embedded text is that of its file, to the byte", "[embedded]") {
  REQUIRE_FALSE(embedded_files().empty());
  std::size_t longest = 0;
  for (const EmbeddedFile& file : embedded_files()) {
    CAPTURE(file.path);
    CHECK(file.text == test::text_of(test::source_path("schemas/" + std::string(file.path))));
    longest = std::max(longest, file.text.size());
  }
  CHECK(longest > 8'000);  // so that a text of several pieces is among them
}

TEST_CASE("every body, vocabulary, style and sample is embedded", "[embedded]") {
  for (const char* folder : {"bodies", "vocabulary", "styles", "scripts"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(test::source_path("schemas/" + std::string(folder)))) {
      if (entry.path().extension() != ".xml" && entry.path().extension() != ".embr") continue;
      CAPTURE(entry.path());
      CHECK(find_embedded(std::string(folder) + "/" + entry.path().filename().string()));
    }
  }
}

TEST_CASE("a file is found by its path and by nothing else", "[embedded]") {
  REQUIRE(find_embedded("bodies/ada.xml"));
  CHECK(find_embedded("bodies/ada.xml")->find("ada") != std::string_view::npos);
  for (const char* path : {"", "ada.xml", "/bodies/ada.xml", "bodies/ada", "bodies/"}) {
    CAPTURE(path);
    CHECK_FALSE(find_embedded(path));
  }
}

}  // namespace
}  // namespace kine::schemas::embedded_test
