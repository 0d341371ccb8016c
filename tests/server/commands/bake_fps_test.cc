// How many frames and pictures a second a bake has: server/commands/bake.h.
#include <optional>
#include <sstream>
#include <string>

#include "server/commands/bake.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::bake_fps_test {

using namespace kine;

namespace {

/// What a bake has to say that ends with `exit_code`.
std::string said_by_bake(const server::BakeOptions& options, int exit_code = 0) {
  std::ostringstream output;
  std::ostringstream messages;
  CHECK(server::bake(options, output, messages) == exit_code);
  return messages.str();
}

constexpr const char* kFist = R"(<script xmlns="urn:kinesphere:script:1">
  <sequence><pose time="0.5" hold="0.5"><hand side="right" shape="fist"/></pose></sequence>
</script>)";

}  // namespace

TEST_CASE("a moving picture obeys the frames a second, up to sixty", "[bake][sweep]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options;
  options.script = folder.write("a.xml", kFist);
  options.length = Seconds(0.2);
  const auto pictures = [&](std::optional<std::uint32_t> fps) {
    options.fps = fps;
    options.output = folder.file("a.apng");
    said_by_bake(options);
    const std::string file = test::text_of(options.output);
    return static_cast<int>(static_cast<unsigned char>(file.at(file.find("acTL") + 7)));
  };
  CHECK(pictures({}) == 5);
  CHECK(pictures(20) == 5);
  CHECK(pictures(60) == 13);
  options.fps = 61;
  CHECK(said_by_bake(options, 1) ==
        "kinesphere: error: pictures a second of a .apng are at most 60, not '61'\n");
}

TEST_CASE("muscles that tick seldom are warned of; pictures are taken of sixty ticks a second",
          "[bake]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options;
  options.script = folder.write("wave.xml", R"(<script xmlns="urn:kinesphere:script:1">
  <character dynamics="torso"/><gesture lexeme="beat" hand="right"/>
</script>)");
  options.fps = 6;
  options.length = Seconds(0.5);
  options.output = folder.file("wave.csv");
  CHECK(
      said_by_bake(options) ==
      "kinesphere: warning: muscles move differently below 24 frames a second: bake with --fps 24 "
      "or more, and keep every nth frame\n");
  options.output = folder.file("wave.apng");
  CHECK(said_by_bake(options).empty());
  options.fps = 24;
  options.output = folder.file("wave.csv");
  CHECK(said_by_bake(options).empty());
}

TEST_CASE("a contact sheet says that it takes no frames a second", "[bake][sweep]") {
  const test::TemporaryFolder folder;
  server::BakeOptions options;
  options.script = folder.write("a.xml", kFist);
  options.output = folder.file("a.png");
  CHECK(said_by_bake(options).empty());
  options.fps = 30;
  CHECK(said_by_bake(options) ==
        "kinesphere: warning: --fps does nothing to a .png, which shows moments\n");
}

}  // namespace kine::bake_fps_test
