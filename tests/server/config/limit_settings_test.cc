// Tests for server/config/limit_settings.h.
#include "server/config/limit_settings.h"

#include <fstream>
#include <regex>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::server::limit_settings_test {
namespace {

std::string fault_of(std::string_view assignment) {
  Limits limits;
  const auto set = set_limit(assignment, limits);
  return set ? "" : set.error().message;
}

}  // namespace

TEST_CASE("a limit is set by its name, and others stay", "[config]") {
  Limits limits;
  REQUIRE(set_limit("scripts_per_second_max=50", limits));
  REQUIRE(set_limit("hello_wait_max=2500", limits));
  CHECK(limits.scripts_per_second_max == 50);
  CHECK(limits.hello_wait_max == std::chrono::milliseconds(2'500));
  CHECK(limits.connections_max == Limits{}.connections_max);
}

TEST_CASE("a limit has bounds, and a name that there is", "[config]") {
  CHECK(fault_of("scripts_per_second_max=0") == "scripts_per_second_max is 1 to 100000: '0'");
  CHECK(fault_of("scripts_per_second_max=-5") == "scripts_per_second_max is 1 to 100000: '-5'");
  CHECK(fault_of("scripts_per_second_max=5x") == "scripts_per_second_max is 1 to 100000: '5x'");
  CHECK(fault_of("scripts_per_second_max=") == "scripts_per_second_max is 1 to 100000: ''");
  CHECK(fault_of("scripts_per_second_max=99999999999999999999") ==
        "scripts_per_second_max is 1 to 100000: '99999999999999999999'");
  CHECK(fault_of("scripts_max=5") ==
        "no limit of this name, see server/base/limits.h: 'scripts_max'");
  CHECK(fault_of("scripts_max") == "a limit is NAME=VALUE: 'scripts_max'");
}

TEST_CASE("every limit has its name here", "[config]") {
  const std::string header = test::text_of(test::source_path("server/base/limits.h"));
  const std::regex member(R"(\n  (?:std::size_t|std::chrono::milliseconds) (\w+_max)\b)");
  std::size_t found = 0;
  for (std::sregex_iterator each(header.begin(), header.end(), member), end; each != end; ++each) {
    const std::string name = (*each)[1];
    INFO(name);
    ++found;
    CHECK(fault_of(name + "=x").starts_with(name + " is "));
  }
  CHECK(found == 40);
}

}  // namespace kine::server::limit_settings_test
