#include "server/voices/voices.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waves.h"

namespace kine::server {
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
    CHECK(chosen->remark.starts_with("nobody is to be heard, speech is silent: "));
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
        "no such voice, there are espeak, flite, file:FOLDER, external:HOST:PORT, silent: "
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

}  // namespace kine::server
