// Tests for server/offline/batch_plan.h.
#include "server/offline/batch_plan.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::batch_plan_test {

using namespace kine;
using server::BatchRun;

namespace {

Result<std::vector<BatchRun>> plan(std::string_view text, Diagnostics& diagnostics) {
  const auto table = server::read_csv(text);
  REQUIRE(table);
  return server::plan_batch(*table, diagnostics);
}

std::vector<std::string> outputs_of(std::string_view text) {
  Diagnostics diagnostics;
  const auto runs = plan(text, diagnostics);
  REQUIRE(runs);
  CHECK(diagnostics.warnings().empty());
  std::vector<std::string> outputs;
  for (const BatchRun& run : *runs) outputs.push_back(run.output);
  return outputs;
}

std::string error_of(std::string_view text) {
  Diagnostics diagnostics;
  const auto runs = plan(text, diagnostics);
  if (runs) return "";
  return std::to_string(runs.error().where.line) + ":" + std::to_string(runs.error().where.column) +
         ": " + runs.error().message;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("a row stands for every combination of its values, the last changing first",
          "[batch_plan]") {
  CHECK(outputs_of("script,character,style,seed,output\n"
                   "in/wave.xml|nod.xml,ada|ben=ada@1|,tired|,0|7..8,"
                   "{script}-{character}-{style}-{seed}-{row}.csv\n")
            .size() == 2 * 3 * 2 * 3);
  CHECK(outputs_of("script,character,style,seed,output\n"
                   "in/wave.xml|nod.xml,ben=ada@1|,,7..8,out/{script}-{character}-{seed}.csv\n") ==
        Strings{"out/wave-ben-ada-7.csv", "out/wave-ben-ada-8.csv", "out/wave-default-7.csv",
                "out/wave-default-8.csv", "out/nod-ben-ada-7.csv", "out/nod-ben-ada-8.csv",
                "out/nod-default-7.csv", "out/nod-default-8.csv"});
}

TEST_CASE("a run has what its row says, and is otherwise as a bake", "[batch_plan]") {
  Diagnostics diagnostics;
  const auto runs =
      plan("seed,script,fps,output,seconds,style\n18446744073709551615,a.xml,25,{style}.csv,1.5,\n",
           diagnostics);
  REQUIRE(runs);
  REQUIRE(runs->size() == 1);
  const BatchRun expected{.where = {2, 1},
                          .script = "a.xml",
                          .seed = 18'446'744'073'709'551'615u,
                          .fps = 25,
                          .length_s = 1.5,
                          .output = "plain.csv"};
  CHECK(runs->front() == expected);
}

TEST_CASE("a column that is not known is one warning with its place", "[batch_plan]") {
  Diagnostics diagnostics;
  CHECK(plan("script,mood,output\na.xml,bright,a.csv\n", diagnostics));
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message == "unknown column, it is left out: 'mood'");
  CHECK(diagnostics.warnings()[0].where == Where{1, 8});
}

TEST_CASE("what cannot be baked is an error with its place", "[batch_plan]") {
  CHECK(error_of("output\na.csv\n") == "1:1: a batch has a column 'script'");
  CHECK(error_of("script;output\na.xml;a.csv\n") ==
        "1:1: commas separate the columns of a table, not semicolons: 'script;output'");
  CHECK(error_of("script,output\n,a.csv\n") == "2:1: each row has a script, unlike ''");
  CHECK(error_of("script,output\na.xml,\n") == "2:7: each row has an output, unlike ''");
  CHECK(error_of("script,output\na.xml,{name}.csv\n").starts_with("2:7: an output has {script},"));
  CHECK(error_of("script,output\na.xml,{seed\n").starts_with("2:7: an output has {script},"));
  CHECK(error_of("script,seed,output\na.xml,-1,a.csv\n") ==
        "2:7: a seed is a whole number from 0 to 18446744073709551615, not '-1'");
  CHECK(error_of("script,seed,output\na.xml,5..3,{seed}.csv\n").starts_with("2:7: a range of"));
  CHECK(error_of("script,seed,output\na.xml,0..18446744073709551615,{seed}.csv\n")
            .starts_with("2:7: a range of"));
  CHECK(error_of("script,fps,output\na.xml,0,a.csv\n") ==
        "2:7: frames a second are 1 to 1000, not '0'");
  CHECK(error_of("script,seconds,output\na.xml,nan,a.csv\n").starts_with("2:7: seconds are 0 to"));
  CHECK(error_of("script,output\na.xml,x.csv\nb.xml,x.csv\n") ==
        "3:7: a run of line 2 has this output already, {seed} and the like tell runs apart: "
        "'x.csv'");
}

TEST_CASE("a batch is bounded in its runs", "[batch_plan]") {
  CHECK(outputs_of("script,seed,output\na,0..99999,{seed}\n").size() == server::kBatchRunsMax);
  CHECK(error_of("script,seed,output\na,0..100000,{seed}\n") != "");
  CHECK(error_of("script,seed,output\na,0..99999,a{seed}\nb,0,b\n") ==
        "3:1: the runs of a batch must be at most 100000");
}

}  // namespace kine::batch_plan_test
