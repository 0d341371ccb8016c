// Tests for server/commands/options/seed_option.h.
#include "server/commands/options/seed_option.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::seed_option_test {

namespace {

/// What `--seed TEXT` gives; CLI11 takes its arguments from behind.
std::uint64_t seed_of(const std::string& text) {
  CLI::App program;
  std::uint64_t seed = 0;
  server::add_seed(program, seed);
  program.parse(std::vector<std::string>{text, "--seed"});
  return seed;
}

}  // namespace

TEST_CASE("a seed that is typed is taken to its last bit", "[seed]") {
  CHECK(seed_of("18446744073709551615") == 18'446'744'073'709'551'615u);
  CHECK(seed_of("010") == 10);
}

TEST_CASE("a seed that is none is an error of the command line", "[seed]") {
  for (const std::string text : {"-1", "18446744073709551616", "1.5", "0x10"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(seed_of(text), CLI::ValidationError);
  }
}

}  // namespace kine::seed_option_test
