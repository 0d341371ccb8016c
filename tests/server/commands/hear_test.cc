// Tests for server/commands/hear.h.
#include "server/commands/hear.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/outcome.h"
#include "tests/support/source_files.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::hear_test {

using namespace kine;

namespace {

test::Outcome hear(const std::string& file, const std::string& output = "-") {
  return test::outcome_of([&](auto& out, auto& messages) {
    return server::hear({.file = file, .output = output}, out, messages);
  });
}

/// Two syllables and 0.75 s of silence.
std::string two_syllables() { return test::syllables_wave(0.5, 0.75); }

}  // namespace

TEST_CASE("hear has a line for each syllable and silence", "[hear]") {
  const test::TemporaryFolder folder;
  const auto heard = hear(folder.write("talk.wav", two_syllables()));
  CHECK(heard.exit_code == 0);
  CHECK(heard.messages.empty());
  CHECK(heard.output.starts_with(
      "time_s,found_s,known_s,f0_hz,rise_st,fall_st,level_db,duration_s,symbol,context,words\n"
      "0.1"));
  CHECK(std::ranges::count(heard.output, '\n') == 1 + 2 + 2);
  CHECK(heard.output.ends_with(",silence\n"));
}

TEST_CASE("hear writes the same table into a file", "[hear]") {
  const test::TemporaryFolder folder;
  const std::string wave = folder.write("talk.wav", two_syllables());
  const auto heard = hear(wave, folder.file("talk.csv"));
  CHECK(heard.exit_code == 0);
  CHECK(heard.output.empty());
  CHECK(test::text_of(folder.file("talk.csv")) == hear(wave).output);
}

TEST_CASE("hear exits with 1 where there is no sound, or no place for the table", "[hear]") {
  const test::TemporaryFolder folder;
  const auto missing = hear(folder.file("none.wav"));
  CHECK(missing.exit_code == 1);
  CHECK(missing.messages ==
        "kinesphere: error: " + folder.file("none.wav") + ": cannot be opened\n");

  const std::string text = folder.write("text.wav", "no sound");
  CHECK(hear(text).exit_code == 1);
  CHECK(hear(text).messages == text + ": error: no .wav file\n");

  const std::string fast = folder.write("fast.wav", test::wave_of({1, 2, 3}, 192'000));
  CHECK(hear(fast).exit_code == 1);
  CHECK(hear(fast).messages ==
        fast + ": error: a .wav of fewer than 8000 or more than 48000 samples a second\n");

  const std::string wave = folder.write("talk.wav", two_syllables());
  CHECK(hear(wave, folder.file("no/such/folder.csv")).exit_code == 1);
}

}  // namespace kine::hear_test
