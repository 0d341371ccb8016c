#include "server/voices/voices.h"

#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::voices_test {
namespace {

std::string error_of(const VoiceWish& wish) {
  const auto chosen = choose_voice(wish);
  return chosen ? "" : chosen.error().message;
}

}  // namespace

TEST_CASE("somebody always speaks, and where it is not espeak the reason is said", "[voices]") {
  const auto chosen = choose_voice({});
  REQUIRE(chosen);
  REQUIRE(chosen->voice);
  if (chosen->voice->name() == "silent") {
    CHECK(chosen->remark.starts_with("no voice works, so speech is silent: "));
  } else {
    CHECK(chosen->voice->name() == "espeak");
    CHECK(chosen->remark.empty());
  }
}

TEST_CASE("a voice is chosen by its name, and by what it needs", "[voices]") {
  const test::TemporaryFolder folder;
  CHECK(choose_voice({.voice = "silent"})->voice->name() == "silent");
  CHECK(choose_voice({.voice = "external:127.0.0.1:7777"})->voice->name() == "external");
  CHECK(choose_voice({.voice = "file:" + folder.path().string()})->voice->name() == "file");
}

TEST_CASE("what is no voice is an error that lists those there are", "[voices]") {
  CHECK(error_of({.voice = "caruso"}) ==
        "unknown voice; the voices are espeak, flite, file:FOLDER, external:HOST:PORT, silent: "
        "'caruso'");
  CHECK_FALSE(error_of({.voice = "file"}).empty());
  CHECK_FALSE(error_of({.voice = "silent:x"}).empty());
  CHECK_FALSE(error_of({.voice = "file:/no/such/folder"}).empty());
  CHECK_FALSE(error_of({.voice = "silent", .folder = "/no/such/folder"}).empty());
}

TEST_CASE("recordings stand beside the voice that speaks", "[voices]") {
  const test::TemporaryFolder folder;
  folder.write("hi.wav", test::wave_of(std::vector<std::int16_t>(8'000, 5), 8'000));
  folder.write("hi.ctm", "hi 1 0.25 0.5 hi\n");
  const auto chosen = choose_voice({.voice = "silent", .folder = folder.path().string()});
  REQUIRE(chosen);

  const auto recorded = chosen->voice->say({.text = "Hi", .marks = {}, .voice = "file:hi"});
  const auto spoken = chosen->voice->say({.text = "Hi", .marks = {}, .voice = {}});

  REQUIRE(recorded);
  REQUIRE(spoken);
  CHECK(recorded->words[0].start.count() == Approx(0.25));
  CHECK(spoken->audio.samples.empty());
  CHECK_FALSE(chosen->voice->say({.text = "Hi", .marks = {}, .voice = "file:../hi"}));
}

TEST_CASE("a bad recording keeps neither a folder of voices nor the server from starting",
          "[voices]") {
  const test::TemporaryFolder folder;
  folder.write("bad.wav", "no sound");
  std::vector<std::string> lines;
  const auto report = [&](const std::string& line) { lines.push_back(line); };

  CHECK(choose_voice({.voice = "file:" + folder.path().string(), .report = report}));
  CHECK(choose_voice({.voice = "silent", .folder = folder.path().string(), .report = report}));
  CHECK(lines == std::vector<std::string>(2, "recording 'bad.wav' is skipped: no .wav file"));
}

}  // namespace kine::server::voices_test
