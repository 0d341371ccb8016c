// Tests for server/config/configured.h.
#include "server/config/configured.h"

#include <CLI/CLI.hpp>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::configured_test {
namespace {

struct Stage {
  Stage() {
    command.add_option("--listen", listen);
    command.add_option("--character", characters)->allow_extra_args(false);
    command.add_option("--tick-rate", rate);
    command.add_option("--limit", limits)->allow_extra_args(false);
    command.add_option("--config", config);
    command.add_flag("--still", still);
  }

  /// What is wrong; empty: nothing, and all options have their values.
  std::string take(std::vector<std::string> typed) {
    auto all = configured(
        command, std::move(typed),
        [this](const std::string& name) -> std::optional<std::string> {
          const auto found = environment.find(name);
          return found == environment.end() ? std::nullopt : std::optional(found->second);
        },
        fault);
    if (!all) return fault.error.message;
    last = *all;
    places = all->places;
    command.parse(std::vector<std::string>(all->arguments.rbegin(), all->arguments.rend()));
    return {};
  }

  std::string file(const std::string& text) { return folder.write("a.toml", text); }

  CLI::App command{"", "serve"};
  std::string listen = "here";
  std::vector<std::string> characters;
  int rate = 60;
  std::vector<std::string> limits;
  std::string config;
  bool still = false;
  std::map<std::string, std::string> environment;
  test::TemporaryFolder folder;
  ConfigFault fault;
  std::map<std::string, Where> places;
  Configured last;
};

}  // namespace

TEST_CASE("what is typed counts before the environment, and that before the file", "[config]") {
  Stage stage;
  stage.environment = {{"KINESPHERE_TICK_RATE", "30"}, {"KINESPHERE_LISTEN", "there"}};
  const std::string file = stage.file(
      "listen = \"nowhere\"\ntick-rate = 15\nstill = true\ncharacter = [\"ada\", \"ben\"]\n");
  REQUIRE(stage.take({"--config", file, "--listen=everywhere"}) == "");
  CHECK(stage.listen == "everywhere");
  CHECK(stage.rate == 30);
  CHECK(stage.still);
  CHECK(stage.characters == std::vector<std::string>{"ada", "ben"});
  CHECK(stage.places.at("still").line == 3);
}

TEST_CASE("the environment names the file, too", "[config]") {
  Stage stage;
  stage.environment = {{"KINESPHERE_CONFIG", stage.file("tick-rate = 15\n")},
                       {"KINESPHERE_STILL", "true"}};
  REQUIRE(stage.take({}) == "");
  CHECK(stage.rate == 15);
  CHECK(stage.still);
}

TEST_CASE("a limit that is typed leaves the others of the file", "[config]") {
  Stage stage;
  const std::string file = stage.file("[limits]\nconnections_max = 1\nscripts_at_once_max = 2\n");
  REQUIRE(stage.take({"--limit", "connections_max=3", "--config=" + file}) == "");
  CHECK(stage.limits == std::vector<std::string>{"scripts_at_once_max=2", "connections_max=1",
                                                 "connections_max=3"});
}

TEST_CASE("an option that there is not is told with its place", "[config]") {
  Stage stage;
  const std::string file = stage.file("still = false\nport = 1\n");
  CHECK(stage.take({"--config", file}) == "serve has no option of this name: 'port'");
  CHECK(stage.fault.file == file);
  CHECK(stage.fault.error.where.line == 2);
  CHECK(stage.take({"--config", stage.file("still = 3\n")}) == "still is true or false: '3'");
  CHECK(stage.take({"--config", stage.file("config = \"b\"\n")}) ==
        "serve has no option of this name: 'config'");
  CHECK(stage.take({"--config", "/nowhere/a.toml"}) != "");
}

TEST_CASE("a wrong value of a variable is told by the variable", "[config]") {
  Stage stage;
  stage.environment = {{"KINESPHERE_STILL", "perhaps"}};
  CHECK(stage.take({}) == "KINESPHERE_STILL: still is true or false: 'perhaps'");
  stage.environment = {{"KINESPHERE_LIMIT", "scripts_per_second_max=0"}};
  CHECK(stage.take({}) == "KINESPHERE_LIMIT: scripts_per_second_max is 1 to 100000: '0'");
  stage.environment = {{"KINESPHERE_TICK_RATE", "many"}};
  CHECK_THROWS(stage.take({}));  // as CLI11 does
  const auto fault = fault_of("--tick-rate: no number", stage.last);
  REQUIRE(fault);
  CHECK(fault->file.empty());
  CHECK(fault->error.message == "KINESPHERE_TICK_RATE: --tick-rate: no number");
  CHECK_FALSE(fault_of("--tick-rate-of-mine: no number", stage.last));
  CHECK_FALSE(fault_of("--listen: nowhere", stage.last));
}

TEST_CASE("what a file gave is told by its line, and what was typed by itself", "[config]") {
  Stage stage;
  const std::string file = stage.file("still = true\ntick-rate = \"many\"\n");
  CHECK_THROWS(stage.take({"--config", file, "--listen", "here"}));
  const auto fault = fault_of("--tick-rate: no number", stage.last);
  REQUIRE(fault);
  CHECK(fault->file == file);
  CHECK(fault->error.where.line == 2);
  CHECK_FALSE(fault_of("--listen: nowhere", stage.last));
}

TEST_CASE("options that have changed are found", "[config]") {
  Stage stage;
  const auto configured_by = [&](const std::string& text) {
    REQUIRE(stage.take({"--config", stage.file(text), "--listen", "here"}) == "");
    return stage.last;
  };
  const Configured before = configured_by(
      "tick-rate = 30\ncharacter = [\"ada\", \"ben\"]\n[limits]\nconnections_max = 1\n");
  CHECK(changed_options(before, before, {}).empty());
  const Configured now =
      configured_by("tick-rate = 15\nstill = true\n[limits]\nconnections_max = 2\n");
  CHECK(changed_options(before, now, {"limit"}) ==
        std::vector<std::string>{"still", "tick-rate", "character"});
}

}  // namespace kine::server::configured_test
