// Tests for server/config/limit_settings.h.
#include "server/config/limit_settings.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
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

TEST_CASE("limits of a server that runs take effect at once, for newcomers, or not", "[config]") {
  Limits limits;
  Limits wanted;
  wanted.scripts_at_once_max = 7;
  wanted.audio_bytes_max = std::size_t{1} << 17;
  wanted.connections_max = 9;
  wanted.write_wait_max = std::chrono::milliseconds(2'500);
  std::vector<std::string> said;
  for (const LimitChange& change : take_over(wanted, limits)) said.push_back(sentence_of(change));
  CHECK(said == std::vector<std::string>{
                    "connections_max stays 15000: restart the server for 9",
                    "write_wait_max is 2500 from now on, and was 10000",
                    "audio_bytes_max is 131072 for clients that connect from now on, and was "
                    "1048576",
                    "scripts_at_once_max is 7 from now on, and was 2000"});
  CHECK(limits.scripts_at_once_max == 7);
  CHECK(limits.audio_bytes_max == wanted.audio_bytes_max);
  CHECK(limits.write_wait_max == wanted.write_wait_max);
  CHECK(limits.connections_max == 15'000);
  // What stays is said each time.
  CHECK(take_over(wanted, limits).size() == 1);
}

TEST_CASE("what is read from the options of the start is what takes a restart", "[config]") {
  const std::string table = test::text_of(test::source_path("server/config/limit_settings.cc"));
  const std::regex row(R"re(\{"(\w+_max)",[^}]*kAtStart\})re");
  std::set<std::string> at_start;
  for (std::sregex_iterator each(table.begin(), table.end(), row), end; each != end; ++each) {
    at_start.insert((*each)[1]);
  }
  CHECK(at_start.size() == 14);
  std::size_t found = 0;
  const std::regex read(R"(\boptions\.limits\.(\w+_max)\b)");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::source_path("server"))) {
    if (!entry.is_regular_file()) continue;
    const std::string text = test::text_of(entry.path());
    for (std::sregex_iterator each(text.begin(), text.end(), read), end; each != end; ++each) {
      INFO(entry.path() << " " << (*each)[1]);
      ++found;
      CHECK(at_start.contains((*each)[1]));
    }
  }
  CHECK(found >= 9);
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
  CHECK(found == 45);
}

}  // namespace kine::server::limit_settings_test
