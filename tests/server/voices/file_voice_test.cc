#include "server/voices/file_voice.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::file_voice_test {
namespace {

std::string second_of_sound() { return test::wave_of(std::vector<std::int16_t>(8'000, 5), 8'000); }

speech::Utterance utterance(const std::string& text, const std::string& voice = {}) {
  return {.text = text, .marks = {}, .voice = voice};
}

/// A voice of the folder, and what it has said of files that it skipped.
struct Opened {
  std::shared_ptr<std::vector<std::string>> lines = std::make_shared<std::vector<std::string>>();
  std::unique_ptr<FileVoice> voice = {};
};

Opened opened(const test::TemporaryFolder& folder) {
  Opened opened;
  auto voice = FileVoice::open(
      folder.path().string(), [lines = opened.lines](const auto& line) { lines->push_back(line); });
  REQUIRE(voice);
  opened.voice = *std::move(voice);
  return opened;
}

std::string error_of(const FileVoice& voice, const std::string& name) {
  const auto said = voice.say(utterance("hello", name));
  return said ? "" : said.error().message;
}

}  // namespace

TEST_CASE("a recording is said by its name or by its words, with the times of its labels",
          "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("welcome.wav", second_of_sound());
  folder.write("welcome.ctm", "welcome 1 0.1 0.2 hello\nwelcome 1 0.4 0.3 you\n");
  const auto [lines, voice] = opened(folder);

  const auto by_name = voice->say(utterance("Hello you!", "welcome"));
  const auto by_words = voice->say(utterance("Hello, YOU"));

  CHECK(lines->empty());
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
  const auto voice = FileVoice::open((folder.path() / "in").string());
  REQUIRE(voice);

  for (const char* const name : {"../out", "/out", "in/../../out", "", "out"}) {
    CHECK_FALSE((*voice)->say(utterance("out", name)));
  }
}

TEST_CASE("a bad file is skipped with one line that names it, and the others are said",
          "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("bare.wav", second_of_sound());
  folder.write("bad.wav", second_of_sound());
  folder.write("bad.json", "no");
  folder.write("broken.wav", "RIFF");
  folder.write("broken.ctm", "a 1 0 1 hello\n");
  folder.write("late.wav", second_of_sound());
  folder.write("late.ctm", "a 1 0 1 hello\nnothing\n");
  folder.write("good.wav", second_of_sound());
  folder.write("good.ctm", "a 1 0 1 hello\n");
  folder.write("notes.txt", "nothing");
  const auto [lines, voice] = opened(folder);

  CHECK(voice->recording_count() == 1);
  CHECK(*lines == std::vector<std::string>{
                      "recording 'bad.wav' is skipped: bad.json: this text is no object in JSON",
                      "recording 'bare.wav' is skipped: there is no .TextGrid, .ctm or .json "
                      "beside it",
                      "recording 'broken.wav' is skipped: no .wav file",
                      "recording 'late.wav' is skipped: late.ctm:2: no line of a CTM"});
  CHECK(voice->say(utterance("hello", "good")));
  CHECK(lines->size() == 4);
}

TEST_CASE(
    "an utterance that names a skipped recording is told what is wrong with it, and who is "
    "unknown is told whom there are",
    "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("bad.wav", second_of_sound());
  folder.write("bad.json", "no");
  folder.write("good.wav", second_of_sound());
  folder.write("good.ctm", "a 1 0 1 hello\n");
  const auto [lines, voice] = opened(folder);

  CHECK(error_of(*voice, "bad") ==
        "recording 'bad.wav' is skipped: bad.json: this text is no object in JSON");
  CHECK(error_of(*voice, "goood") == "no such recording, there are good: 'goood'");
}

TEST_CASE("a folder is looked at again when it changes", "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("a.wav", second_of_sound());
  folder.write("a.ctm", "a 1 0 1 hello\n");
  const auto [lines, voice] = opened(folder);
  REQUIRE(voice->say(utterance("hello", "a")));

  // Another one comes, without its labels first.
  folder.write("b.wav", second_of_sound());
  CHECK(error_of(*voice, "b") ==
        "recording 'b.wav' is skipped: there is no .TextGrid, .ctm or "
        ".json beside it");
  CHECK(lines->size() == 1);
  folder.write("b.ctm", "b 1 0.5 0.25 hello\n");
  const auto said = voice->say(utterance("hello", "b"));
  REQUIRE(said);
  CHECK(said->words[0].start.count() == Approx(0.5));

  // It is labelled anew.
  folder.write("b.ctm", "b 1 0.125 0.25 hello\n");
  const auto anew = voice->say(utterance("hello", "b"));
  REQUIRE(anew);
  CHECK(anew->words[0].start.count() == Approx(0.125));

  // And goes.
  std::filesystem::remove(folder.path() / "b.wav");
  CHECK(error_of(*voice, "b") == "no such recording, there are a: 'b'");
  CHECK(voice->recording_count() == 1);
  CHECK(lines->size() == 1);
}

TEST_CASE("a recording that breaks is skipped from then on, and said again when it is whole",
          "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("a.wav", "RI");  // half copied
  folder.write("a.ctm", "a 1 0 1 hello\n");
  const auto [lines, voice] = opened(folder);

  CHECK(error_of(*voice, "a") == "recording 'a.wav' is skipped: no .wav file");
  folder.write("a.wav", second_of_sound());
  CHECK(error_of(*voice, "a").empty());
  folder.write("a.wav", "no sound");
  CHECK(error_of(*voice, "a") == "recording 'a.wav' is skipped: no .wav file");
  CHECK(lines->size() == 2);
}

TEST_CASE("what is no folder is an error", "[file_voice]") {
  CHECK_FALSE(FileVoice::open("/no/such/folder"));
}

TEST_CASE("labels of a recording that mean nothing are told, and the rest is said",
          "[file_voice]") {
  const test::TemporaryFolder folder;
  folder.write("a.wav", second_of_sound());
  folder.write("a.json", R"({"words": [{"text": "hello", "start": 0, "end": 0.5}],
                             "phones": [{"ipa": "QQ", "start": 0, "end": 0.5}]})");
  const auto [lines, voice] = opened(folder);
  CHECK(*lines == std::vector<std::string>{
                      "recording 'a.wav': left out: the sound 'QQ', shown as a mouth half open"});
  CHECK(error_of(*voice, "a").empty());
}

}  // namespace kine::server::file_voice_test
