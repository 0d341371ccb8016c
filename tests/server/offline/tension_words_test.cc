// Tests for server/offline/tension_words.h.
#include "server/offline/tension_words.h"

#include <CLI/CLI.hpp>

#include "tests/support/catch.h"

namespace kine::tension_words_test {

using namespace kine;

TEST_CASE("a tension is typed by its manner, or by both its numbers", "[tension_words]") {
  const auto typed = [](const std::string& line) {
    CLI::App command;
    server::TensionWords words;
    server::add_tension_options(command, words, "by name");
    command.parse(line, false);
    return server::manner_of(words);
  };
  CHECK(typed("--tension loose") == *plan::find_tension_manner("loose"));
  CHECK(typed("--rest-error 10cm --zeta 0.5") == plan::same_in_every_phase(Tension{0.1, 0.5}));
  CHECK_THROWS_AS(typed(""), CLI::RequiredError);
  CHECK_THROWS_AS(typed("--zeta 0.5"), CLI::RequiresError);
  CHECK_THROWS_AS(typed("--tension loose --rest-error 10cm --zeta 0.5"), CLI::ExcludesError);
  CHECK_THROWS_AS(typed("--tension off"), CLI::ValidationError);
}

TEST_CASE("a tension that is typed lies within its bounds", "[tension_words]") {
  CHECK(server::fault_of_rest_error("10cm").empty());
  CHECK(server::fault_of_rest_error("1m").empty());
  CHECK(server::fault_of_rest_error("1km") ==
        "a rest error lies between 0.5 mm and 1 m, not at '1km'");
  for (const std::string text : {"", "0", "-1cm", "nan", "0.4mm", "1.1m", "1 2"}) {
    CAPTURE(text);
    CHECK_FALSE(server::fault_of_rest_error(text).empty());
  }
  CHECK(server::fault_of_zeta("0.5").empty());
  CHECK(server::fault_of_zeta("nan") == "zeta lies between 0.05 and 2, not at 'nan'");
  for (const std::string text : {"", "0", "-1", "2.1", "0.5x"}) {
    CAPTURE(text);
    CHECK_FALSE(server::fault_of_zeta(text).empty());
  }
}

TEST_CASE("a tension has the name of a manner that is not off", "[tension_words]") {
  CHECK(server::fault_of_manner("loose").empty());
  CHECK(server::tension_of_manner("loose") == Tension{0.1, 0.5});
  CHECK(server::fault_of_manner("off") ==
        "tensions with a name are rigid tense neutral relaxed loose limp shaking, not 'off'");
  CHECK_FALSE(server::tension_of_manner("off"));
  CHECK_FALSE(server::fault_of_manner("nonsense").empty());
}

TEST_CASE("a tension that people find unnatural is warned of", "[tension_words]") {
  CHECK(server::warning_of_tension({0.15, 0.3}).empty());
  CHECK_FALSE(server::warning_of_tension({0.15, 0.29}).empty());
  CHECK(server::warning_of_tension({0.005, 0.2}).empty());
  CHECK_FALSE(server::warning_of_tension({0.005, 0.15}).empty());
}

}  // namespace kine::tension_words_test
