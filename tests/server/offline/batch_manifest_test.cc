// Tests for server/offline/batch_manifest.h.
#include "server/offline/batch_manifest.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::batch_manifest_test {

using namespace kine;
using server::line_of;
using server::read_manifest;

namespace {

std::string line(const std::string& output, const std::string& inputs) {
  return line_of({.script = "a \"b\".xml",
                  .character = "ada",
                  .style = "tired",
                  .seed = 7,
                  .fps = 25,
                  .length_s = 1.5,
                  .output = output},
                 {.inputs_sha256 = inputs, .output_sha256 = "00ff"},
                 {.version = "0.1.0", .revision = "abc", .seed = 7, .script_sha256 = "def"});
}

}  // namespace

TEST_CASE("a line says what was baked, of what, and by which program", "[batch_manifest]") {
  CHECK(line("x.csv", "11") ==
        R"({"output":"x.csv","output_sha256":"00ff","inputs_sha256":"11",)"
        R"("script":"a \"b\".xml","character":"ada","style":"tired","version":"0.1.0",)"
        R"("revision":"abc","seed":"7","script_sha256":"def","fps":"25","seconds":"1.5"})"
        "\n");
}

TEST_CASE("a manifest is read back, the later of two lines counts", "[batch_manifest]") {
  const auto read = read_manifest(line("x", "1") + line("y", "2") + line("x", "3"));
  REQUIRE(read.size() == 2);
  CHECK(read.at("x").inputs_sha256 == "3");
  CHECK(read.at("y").inputs_sha256 == "2");
  CHECK(read.at("y").output_sha256 == "00ff");
}

TEST_CASE("a line that is cut off, or none of ours, is passed over", "[batch_manifest]") {
  const std::string whole = line("x", "1");
  for (std::size_t size = 0; size + 1 < whole.size(); ++size) {
    CHECK(read_manifest(line("y", "2") + whole.substr(0, size)).size() == 1);
  }
  CHECK(read_manifest("[]\nnull\n{\"a\":1}\n" + whole).size() == 1);
  CHECK(read_manifest("").empty());
}

}  // namespace kine::batch_manifest_test
