// The pictures of docs/: made again from their scripts, they are what they were, byte for byte.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "server/commands/compare.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ten_gestures.h"

namespace kine::pictures_test {

using namespace kine;

namespace {

constexpr std::size_t kPictureBytesMax = 60'000;

}  // namespace

TEST_CASE("the pictures of tension are what its page's scripts become", "[pictures][golden]") {
  const test::TemporaryFolder folder;
  const std::string page = test::text_of(test::source_path("docs/tension.md"));
  for (const std::string gesture : test::kTenGestures) {
    CAPTURE(gesture);
    server::CompareOptions options;
    options.script = test::source_path("docs/tension/" + gesture + ".xml").string();
    options.output = folder.file("picture.svg");
    std::ostringstream messages;
    CHECK(server::compare(options, messages) == 0);
    CHECK(messages.str().empty());
    const std::string picture = test::text_of(options.output);
    CHECK(picture.size() < kPictureBytesMax);
    CHECK(test::difference_from_golden("../../docs/tension/" + gesture + ".svg", picture) == "");
    CHECK(page.find("](tension/" + gesture + ".svg)") != std::string::npos);
  }
}

}  // namespace kine::pictures_test
