#include "server/voices/file_voice.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waves.h"

namespace kine::server {
namespace {

std::string second_of_sound() { return test::wave_of(std::vector<std::int16_t>(8'000, 5), 8'000); }

speech::Utterance utterance(const std::string& text, const std::string& voice = {}) {
  return {.text = text, .marks = {}, .voice = voice};
}

std::unique_ptr<FileVoice> opened(const test::TemporaryFolder& folder, Diagnostics& left_out) {
  auto voice = FileVoice::open(folder.path().string(), left_out);
  REQUIRE(voice);
  return *std::move(voice);
}

}  // namespace

TEST_CASE("a recording is said by its name or by its words, with the times of its labels",
          "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("welcome.wav", second_of_sound());
  folder.write("welcome.ctm", "welcome 1 0.1 0.2 hello\nwelcome 1 0.4 0.3 you\n");
  Diagnostics left_out;
  const auto voice = opened(folder, left_out);

  const auto by_name = voice->say(utterance("Hello you!", "welcome"));
  const auto by_words = voice->say(utterance("Hello, YOU"));

  CHECK(left_out.warnings().empty());
  CHECK(voice->recording_count() == 1);
  REQUIRE(by_name);
  REQUIRE(by_words);
  CHECK(by_name->words[1].start.count() == Approx(0.4));
  CHECK(by_name->audio.samples.size() == 8'000);
  CHECK(by_words->words[1].start.count() == Approx(0.4));
  CHECK_FALSE(voice->say(utterance("Hello me")));
}

TEST_CASE("no name leads out of the folder", "[file_voice]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "in");
  folder.write("out.wav", second_of_sound());
  folder.write("out.ctm", "o 1 0 1 out\n");
  Diagnostics left_out;
  const auto voice = FileVoice::open((folder.path() / "in").string(), left_out);
  REQUIRE(voice);

  for (const char* const name : {"../out", "/out", "in/../../out", "", "out"}) {
    CHECK_FALSE((*voice)->say(utterance("out", name)));
  }
}

TEST_CASE("a recording without labels, or with bad ones, is left out and said", "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("bare.wav", second_of_sound());
  folder.write("bad.wav", second_of_sound());
  folder.write("bad.json", "no");
  folder.write("notes.txt", "nothing");
  Diagnostics left_out;

  CHECK(opened(folder, left_out)->recording_count() == 0);
  REQUIRE(left_out.warnings().size() == 2);
  CHECK(left_out.warnings()[0].message == "this text is no object in JSON: 'bad.wav'");
  CHECK(left_out.warnings()[1].message ==
        "there is no .TextGrid, .ctm or .json beside it: 'bare.wav'");
}

TEST_CASE("a recording that is broken or gone is an error when it is said", "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("a.wav", "RIFF");
  folder.write("a.ctm", "a 1 0 1 hello\n");
  Diagnostics left_out;
  const auto voice = opened(folder, left_out);

  CHECK(voice->say(utterance("hello", "a")).error().message == "no .wav file: 'a'");
  std::filesystem::remove(folder.path() / "a.wav");
  CHECK_FALSE(voice->say(utterance("hello", "a")));
}

TEST_CASE("what is no folder is an error", "[file_voice]") {
  Diagnostics left_out;
  CHECK_FALSE(FileVoice::open("/no/such/folder", left_out));
}

}  // namespace kine::server
