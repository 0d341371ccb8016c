// Tests for server/evaluation/truth.h.
#include "server/evaluation/truth.h"

#include "tests/support/catch.h"

namespace kine::truth_test {

using namespace kine;

namespace {

constexpr const char* kColumns = "kind,from_s,to_s,value,name\n";

}  // namespace

TEST_CASE("a truth has phrases and stressed nuclei, in the order of time", "[evaluation]") {
  const auto truth = server::read_truth(std::string(kColumns) +
                                        "phrase,0.5,2,1,\nsyllable,1.5,1.5,0.35,stressed\n"
                                        "syllable,0.7,0.7,1,stressed\nsyllable,1,1,0.35,\n"
                                        "gesture,0.2,0.7,0.5,beat right\n");
  REQUIRE(truth);
  REQUIRE(truth->phrases.size() == 1);
  CHECK(truth->phrases.front().from_s == 0.5);
  CHECK(truth->phrases.front().to_s == 2);
  CHECK(truth->phrases.front().arousal == 1);
  CHECK(truth->nuclei_s == std::vector{0.7, 1.5});
}

TEST_CASE("a row of a truth that is none is an error in its line", "[evaluation]") {
  for (const char* row : {"phrase,1,2\n", "phrase,a,2,1,\n", "phrase,2,1,1,\n", "phrase,-1,1,1,\n",
                          "phrase,nan,1,1,\n", "phrase,0,1,1,a,b\n"}) {
    CAPTURE(row);
    const auto truth = server::read_truth(std::string(kColumns) + row);
    REQUIRE_FALSE(truth);
    CHECK(truth.error().where.line == 2);
  }
}

TEST_CASE("no text has no truth", "[evaluation]") {
  const auto truth = server::read_truth("");
  REQUIRE(truth);
  CHECK(truth->phrases.empty());
}

}  // namespace kine::truth_test
