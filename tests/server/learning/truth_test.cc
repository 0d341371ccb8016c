// Tests for server/learning/truth.h.
#include "server/learning/truth.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::truth_test {

using namespace kine;

namespace {

constexpr const char* kColumns = "kind,from_s,to_s,value,name\n";

}  // namespace

TEST_CASE("a truth has phrases and stressed nuclei, in the order of time", "[evaluation]") {
  const auto truth = server::read_truth(std::string(kColumns) +
                                        "phrase,0.5,2,1,\nsyllable,1.5,1.5,0.35,stressed\n"
                                        "syllable,0.7,0.7,1,stressed\nsyllable,1,1,0.35,\n"
                                        "gesture,0.2,0.7,0.5,beat right\n"
                                        "phase,0.7,1,0,hold\nphase,0.2,0.7,0,beat right\n");
  REQUIRE(truth);
  REQUIRE(truth->phrases.size() == 1);
  CHECK(truth->phrases.front().from_s == 0.5);
  CHECK(truth->phrases.front().to_s == 2);
  CHECK(truth->phrases.front().arousal == 1);
  CHECK(truth->nuclei_s == std::vector{0.7, 1.5});
  REQUIRE(truth->arms.size() == 2);
  CHECK(truth->arms.front().from_s == 0.2);
  CHECK(truth->arms.front().to_s == 0.7);
  CHECK(truth->arms.front().label == "beat right");
  CHECK(truth->arms.back().label == "hold");
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

TEST_CASE("what is wrong in a file with truth is told with its name", "[evaluation]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.truth.csv", std::string(kColumns) + "phrase,1\n");
  const auto truth = server::read_truth_file(file);
  REQUIRE_FALSE(truth);
  CHECK(truth.error().message == file + ":2:1: a row has 5 cells: kind, from_s, to_s, value, name");
  CHECK_FALSE(server::read_truth_file(folder.file("none.truth.csv")));
}

TEST_CASE("no text has no truth", "[evaluation]") {
  const auto truth = server::read_truth("");
  REQUIRE(truth);
  CHECK(truth->phrases.empty());
}

}  // namespace kine::truth_test
