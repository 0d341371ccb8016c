#include "server/voices/flite_voice.h"

#include <algorithm>

#include "tests/support/catch.h"

namespace kine::server::flite_voice_test {

TEST_CASE("flite says when each sound is, in IPA, and which vowel is stressed", "[flite_voice]") {
  const auto flite = FliteVoice::start();
  if (!flite) return;  // this build has none

  const auto said = (*flite)->say({.text = "Banana boat.", .marks = {{"m", 7}}, .voice = {}});

  REQUIRE(said);
  CHECK(said->valid());
  CHECK(said->timing == speech::Timing::Measured);
  CHECK(said->audio.rate_hz == 16'000);
  std::string sounds;
  std::string stressed;
  for (std::size_t i = said->words[0].phone_begin; i < said->words[1].phone_end; ++i) {
    sounds += said->phones[i].ipa + " ";
    if (said->phones[i].stress == 1) stressed += said->phones[i].ipa + " ";
  }
  CHECK(sounds == "b ə n æ n ə b oʊ t ");
  CHECK(stressed == "æ oʊ ");
  CHECK(said->marks[0].at == said->words[1].start);
  CHECK(said->words[0].start < Seconds(0.05));
}

TEST_CASE("flite is slower where it is asked to be, and for no longer", "[flite_voice]") {
  const auto flite = FliteVoice::start();
  if (!flite) return;
  const auto length_of = [&](const std::string& text) {
    const auto said = (*flite)->say({.text = text, .ssml = true, .marks = {}, .voice = {}});
    REQUIRE(said);
    return said->length.count();
  };

  const double plain = length_of("Hello there.");
  CHECK(length_of("<prosody rate=\"50%\">Hello there.</prosody>") > 1.6 * plain);
  CHECK(length_of("Hello there.") == plain);
}

TEST_CASE("flite is not kept busy by a word or a sentence without end", "[flite_voice]") {
  const auto flite = FliteVoice::start();
  if (!flite) return;
  const auto say = [&](const std::string& text) {
    return (*flite)->say({.text = text, .marks = {}, .voice = {}});
  };
  CHECK_FALSE(say(std::string(5'000, 'a')));

  // As one sentence 600 words would take flite minutes, so it takes breath in between.
  std::string text;
  for (int i = 0; i < 200; ++i) text += "hello my friend ";
  const auto said = say(text);
  REQUIRE(said);
  CHECK(said->valid());
  CHECK(said->words.size() == 600);
  CHECK(std::ranges::count(said->phones, "", &speech::Phone::ipa) >= 9);
}

TEST_CASE("flite has two voices, and no others", "[flite_voice]") {
  const auto flite = FliteVoice::start();
  if (!flite) return;
  const auto said_by = [&](const std::string& voice) {
    return (*flite)->say({.text = "Hello.", .marks = {}, .voice = voice});
  };
  REQUIRE(said_by("slt"));
  REQUIRE(said_by("rms"));
  CHECK(said_by("slt")->audio.samples != said_by("rms")->audio.samples);
  CHECK_FALSE(said_by("fr"));
}

}  // namespace kine::server::flite_voice_test
