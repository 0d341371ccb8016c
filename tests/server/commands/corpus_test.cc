// Tests for server/commands/corpus.h.
#include "server/commands/corpus.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/speech/syllables.h"
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

TEST_CASE("corpus takes recorded speech in place of its own sentences", "[corpus]") {
  const test::TemporaryFolder folder;
  const std::string talk = folder.write("talk.wav", test::syllables_wave(6, 1));
  const auto made = corpus({.seed = 1, .talks = {talk}, .output = folder.file("taught")});
  INFO(made.messages);
  REQUIRE(made.exit_code == 0);
  CHECK(made.messages == "1 takes, 7 s\n");
  CHECK(test::text_of(folder.file("taught/000.wav")) == test::text_of(talk));
  CHECK(test::text_of(folder.file("taught/000.bvh")).starts_with("HIERARCHY"));
  const auto silent = corpus({.talks = {folder.write("silent.wav", test::syllables_wave(0, 5))},
                              .output = folder.file("none")});
  CHECK(silent.exit_code == 1);
  CHECK(silent.messages ==
        "kinesphere: error: " + folder.file("silent.wav") +
            ": a talk to learn from lasts 2 s at least, and somebody is heard in "
            "it\n");
  CHECK_FALSE(std::filesystem::exists(folder.file("none")));
}

}  // namespace kine::corpus_test
