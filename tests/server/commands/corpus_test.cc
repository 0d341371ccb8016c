// Tests for server/commands/corpus.h.
#include "server/commands/corpus.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::corpus_test {

using namespace kine;

namespace {

test::Outcome corpus(const server::CorpusOptions& options) {
  return test::outcome_of([&](auto&, auto& messages) { return server::corpus(options, messages); });
}

}  // namespace

TEST_CASE("corpus refuses a voice that nobody hears", "[corpus]") {
  const test::TemporaryFolder folder;
  const auto made = corpus({.voices = {"silent"}, .output = folder.file("corpus")});
  CHECK(made.exit_code == 1);
  CHECK(made.messages ==
        "kinesphere: error: voice 'silent': a corpus needs a voice that can be heard\n");
  CHECK_FALSE(std::filesystem::exists(folder.file("corpus")));
}

TEST_CASE("corpus writes sound, motion, script and truth of each take", "[corpus]") {
  const test::TemporaryFolder folder;
  const auto made =
      corpus({.seed = 1, .minutes = 0.5, .voices = {"flite:slt"}, .output = folder.file("corpus")});
  REQUIRE(made.exit_code == 0);
  CHECK(made.messages.starts_with("1 takes, "));
  for (const char* ending : {".wav", ".bvh", ".xml", ".truth.csv"}) {
    CHECK(std::filesystem::file_size(folder.file("corpus/000") + ending) > 100);
  }
}

}  // namespace kine::corpus_test
