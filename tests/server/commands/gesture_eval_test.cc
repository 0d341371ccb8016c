// Tests for server/commands/gesture_eval.h.
#include "server/commands/gesture_eval.h"

#include "server/commands/corpus.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/outcome.h"
#include "tests/support/temporary_folder.h"

namespace kine::gesture_eval_test {

using namespace kine;

namespace {

test::Outcome evaluate(const server::GestureEvalOptions& options) {
  return test::outcome_of([&](auto& output, auto& messages) {
    return server::gesture_eval(options, output, messages);
  });
}

}  // namespace

TEST_CASE("gesture-eval prints a line a row, and writes a table", "[gesture_eval]") {
  const test::TemporaryFolder folder;
  REQUIRE(
      test::outcome_of([&](auto&, auto& messages) {
        return server::corpus(
            {.seed = 3, .minutes = 1.3, .voices = {"flite:slt"}, .output = folder.file("corpus")},
            messages);
      }).exit_code == 0);
  const auto evaluated = evaluate({.model = test::small_model(),
                                   .corpus = folder.file("corpus"),
                                   .profiles = {"default"},
                                   .seeds = 1,
                                   .csv = folder.file("scores.csv")});
  INFO(evaluated.messages);
  REQUIRE(evaluated.exit_code == 0);
  CHECK(evaluated.output.starts_with("truth auc="));
  CHECK(evaluated.output.find("\ndefault random synced auc=") != std::string::npos);
  CHECK(test::text_of(folder.file("scores.csv")).starts_with("row,seed,auc,"));
}

TEST_CASE("gesture-eval makes a corpus of its own where none is named", "[gesture_eval][sweep]") {
  const auto evaluated =
      evaluate({.model = test::small_model(), .minutes = 1.3, .profiles = {"default"}, .seeds = 1});
  INFO(evaluated.messages);
  REQUIRE(evaluated.exit_code == 0);
  CHECK(evaluated.output.starts_with("truth auc="));
  CHECK(evaluated.output.find("\ndefault shuffled auc=") != std::string::npos);
}

TEST_CASE("gesture-eval says what it cannot read", "[gesture_eval]") {
  const auto unknown =
      evaluate({.model = test::small_model(), .corpus = ".", .profiles = {"mine"}});
  CHECK(unknown.exit_code == 1);
  CHECK(unknown.messages.find("the profiles are default, levine2009, ") != std::string::npos);
  CHECK(unknown.messages.find("there is no 'mine'") != std::string::npos);
  const auto missing = evaluate({.model = "none.kinemodel", .corpus = "."});
  CHECK(missing.messages == "kinesphere: error: none.kinemodel: cannot be opened\n");
}

}  // namespace kine::gesture_eval_test
