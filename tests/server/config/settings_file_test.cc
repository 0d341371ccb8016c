// Tests for server/config/settings_file.h.
#include "server/config/settings_file.h"

#include "tests/support/catch.h"

namespace kine::server::settings_file_test {
namespace {

Error fault_of(const std::string& text) {
  const auto settings = read_settings(text);
  REQUIRE_FALSE(settings);
  return settings.error();
}

}  // namespace

TEST_CASE("options stand in a file as they are typed, with their places", "[config]") {
  const auto settings = read_settings(
      "listen = \"0.0.0.0:7730\"  # everywhere\n"
      "character = [\"ada\", \"ben@1,0\"]\n"
      "still = true\n"
      "tick-rate = 30\n"
      "\n"
      "[limits]\n"
      "scripts_per_second_max = 50\n");
  REQUIRE(settings);
  REQUIRE(settings->size() == 5);
  CHECK((*settings)[0].name == "listen");
  CHECK((*settings)[0].values == std::vector<std::string>{"0.0.0.0:7730"});
  CHECK((*settings)[1].values == std::vector<std::string>{"ada", "ben@1,0"});
  CHECK((*settings)[2].values == std::vector<std::string>{"true"});
  CHECK((*settings)[3].values == std::vector<std::string>{"30"});
  CHECK((*settings)[3].where.line == 4);
  CHECK((*settings)[4].name == "limit");
  CHECK((*settings)[4].values == std::vector<std::string>{"scripts_per_second_max=50"});
  CHECK((*settings)[4].where.line == 7);
}

TEST_CASE("what is wrong in a file is told with its line", "[config]") {
  CHECK(fault_of("listen = \n").where.line == 1);
  CHECK(fault_of("still = true\nlisten = \"a\nb\"\n").where.line == 2);
  CHECK(fault_of("still = true\nstill = false\n").message != "");
  CHECK(fault_of("\n[voices]\nname = \"espeak\"\n").message ==
        "the only table is [limits]: 'voices'");
  CHECK(fault_of("[limits]\nscripts_per_second_max = \"many\"\n").where.line == 2);
  CHECK(fault_of("[limits]\n\nscripts_per_second_max = 0\n").message ==
        "scripts_per_second_max is 1 to 100000: '0'");
  CHECK(fault_of("[limits]\n\nscripts_per_second_max = 0\n").where.line == 3);
  CHECK(fault_of("listen = [[1]]\n").message ==
        "a value must be a text, a number, true or false: 'listen'");
  CHECK(fault_of("listen = 1979-05-27\n").where.line == 1);
  CHECK(fault_of(std::string(kSettingsBytesMax + 1, '#')).code == ErrorCode::LimitExceeded);
}

TEST_CASE("an empty file has no options", "[config]") {
  const auto settings = read_settings("# nothing\n");
  REQUIRE(settings);
  CHECK(settings->empty());
}

}  // namespace kine::server::settings_file_test
