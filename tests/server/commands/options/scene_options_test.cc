// Tests for server/commands/options/scene_options.h.
#include "server/commands/options/scene_options.h"

#include <CLI/CLI.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::scene_options_test {

TEST_CASE("each folder has its option, and none is needed", "[stock]") {
  CLI::App program;
  server::StockFolders folders;
  server::add_stock_folders(program, folders);
  program.parse(std::vector<std::string>{});
  CHECK_FALSE(folders.any());
  // CLI11 takes its arguments from behind.
  program.parse(
      std::vector<std::string>{"d", "--poses", "c", "--styles", "b", "--bodies", "a", "--lexicon"});
  CHECK(folders.lexicon == "a");
  CHECK(folders.bodies == "b");
  CHECK(folders.styles == "c");
  CHECK(folders.poses == "d");
}

TEST_CASE("what is in a scene is read alike for every command", "[stock]") {
  CLI::App program;
  std::string clips;
  server::StockFolders folders;
  server::VoiceWish voice{.voice = "silent"};
  std::vector<std::string> targets;
  server::add_scene_options(program, {clips, folders, voice, targets}, {"Who speaks", "silent"});
  CHECK(program.help().find("Who speaks: ") != std::string::npos);
  program.parse(
      "--clips a --lexicon b --voice espeak --voices-from c --target cup=0,1,0 "
      "--target tea=1,1,0");
  CHECK(clips == "a");
  CHECK(folders.lexicon == "b");
  CHECK(voice.voice == "espeak");
  CHECK(voice.folder == "c");
  CHECK(targets == std::vector<std::string>{"cup=0,1,0", "tea=1,1,0"});
}

TEST_CASE("every fault of the folders is a line, and there is no stock then", "[stock]") {
  const test::TemporaryFolder styles;
  const std::string first = styles.write("a.xml", "<a/>");
  const std::string second = styles.write("b.xml", "\n<b/>");
  std::ostringstream messages;
  CHECK(server::load_stock({.styles = styles.path().string()}, messages) == nullptr);
  const std::string kind = "error: this is no style of urn:kinesphere:style:1: ";
  CHECK(messages.str() == first + ":1:1: " + kind + "'a'\n" + second + ":2:1: " + kind + "'b'\n");
  CHECK(server::load_stock({}, messages) != nullptr);
}

}  // namespace kine::scene_options_test
