// Tests for realizer/speech/phrases.h.
#include "realizer/speech/phrases.h"

#include <cmath>
#include <numbers>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/speech/sayings.h"

using namespace std::chrono_literals;

namespace kine::speech::phrases_test {
namespace {

using enum PhraseEnd;
using test::said_silently;

std::vector<PhraseEnd> ends_of(const std::string& text, bool ssml = false) {
  CAPTURE(text);
  std::vector<PhraseEnd> ends;
  for (const Phrase& each : phrases_of(said_silently(text, ssml))) ends.push_back(each.ends);
  return ends;
}

/// Words of half a second, one a second, each a stressed vowel alone.
SpeechTrack words_of(const std::string& text, std::size_t count) {
  SpeechTrack track;
  track.length = Seconds(static_cast<double>(count));
  track.text = text;
  for (std::size_t i = 0; i < count; ++i) {
    const Seconds start(static_cast<double>(i));
    track.words.push_back({.byte_begin = 2 * i,
                           .byte_end = 2 * i + 1,
                           .start = start,
                           .end = start + 500ms,
                           .phone_begin = i,
                           .phone_end = i + 1});
    track.phones.push_back({.ipa = "a", .start = start, .end = start + 500ms, .stress = 1});
  }
  return track;
}

}  // namespace

TEST_CASE("signs and the end of the text end phrases", "[phrases]") {
  CHECK(ends_of("").empty());
  CHECK(ends_of("Well, come here. Now!") == std::vector{Clause, Sentence, Sentence});
  CHECK(ends_of("Is it far? Not at all") == std::vector{Question, Open});
  CHECK(ends_of("Really?! \"Yes,\" she said; then left…") ==
        std::vector{Question, Clause, Clause, Sentence});
  CHECK(ends_of("你好。好吗？") == std::vector{Sentence, Question});
}

TEST_CASE("an abbreviation and an entity end nothing", "[phrases]") {
  CHECK(ends_of("Mr. Smith is here.") == std::vector{Sentence});
  CHECK(ends_of("Say &quot;yes&quot; to her.", true) == std::vector{Sentence});
}

TEST_CASE("signs in the elements of SSML end nothing", "[phrases]") {
  CHECK(ends_of("one <say-as interpret-as='a.b?'>two</say-as> three.", true) ==
        std::vector{Sentence});
}

TEST_CASE("a pause ends a phrase without any sign", "[phrases]") {
  const auto phrases = phrases_of(words_of("a b", 2));
  REQUIRE(phrases.size() == 2);
  CHECK(phrases[0].start == 0s);
  CHECK(phrases[0].end == 500ms);
  CHECK(phrases[1].start == 1s);
  CHECK(phrases[0].ends == Open);
}

TEST_CASE("an accent is in the middle of its stressed vowel", "[phrases]") {
  const SpeechTrack track = said_silently("Banana bread.");
  const auto phrases = phrases_of(track);
  REQUIRE(phrases.size() == 1);
  std::vector<Seconds> expected;
  for (const Phone& each : track.phones) {
    if (each.stress == 1) expected.push_back((each.start + each.end) / 2);
  }
  REQUIRE(expected.size() == phrases[0].accents.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(phrases[0].accents[i].at == expected[i]);
    CHECK(phrases[0].accents[i].until == track.words[i].end);
  }
}

TEST_CASE("every phrase has an accent, whatever a voice knows", "[phrases]") {
  SpeechTrack track = said_silently("Oh no, it is on. And tomorrow we meet.");
  for (Phone& each : track.phones) each.stress = 0;
  for (const Phrase& each : phrases_of(track)) CHECK_FALSE(each.accents.empty());
  track.phones.clear();
  for (Word& each : track.words) each.phone_begin = each.phone_end = 0;
  const auto phrases = phrases_of(track);
  REQUIRE(phrases.size() == 3);
  const Word& tomorrow = track.words[6];  // oh, no, it, is, on, and
  CHECK(phrases[2].accents.front().at == (tomorrow.start + tomorrow.end) / 2);
}

TEST_CASE("the last accent of a phrase is stronger, and a loud one", "[phrases]") {
  SpeechTrack track = words_of("a b", 2);
  track.words[1].start = 500ms;  // no pause between them
  track.phones[1].start = 500ms;
  track.words[1].end = track.phones[1].end = track.length = 1s;
  const auto plain = phrases_of(track);
  REQUIRE(plain.size() == 1);
  REQUIRE(plain[0].accents.size() == 2);
  CHECK(plain[0].accents[0].strength < plain[0].accents[1].strength);

  track.audio.rate_hz = 16'000;
  for (int i = 0; i < 16'000; ++i) {
    const double loud = i < 8'000 ? 0.8 : 0.1;  // 18 dB apart
    const double wave = std::sin(2 * std::numbers::pi * 200 * i / 16'000.0);
    track.audio.samples.push_back(static_cast<std::int16_t>(std::lround(32'767 * loud * wave)));
  }
  const auto heard = phrases_of(track);
  CHECK(heard[0].accents[0].strength > plain[0].accents[0].strength);
  CHECK(heard[0].accents[1].strength < plain[0].accents[1].strength);
  CHECK(heard[0].accents[0].strength > heard[0].accents[1].strength);
}

TEST_CASE("more text behind it leaves what was said as it was", "[phrases]") {
  const auto before = phrases_of(said_silently("This is what I know."));
  const auto after = phrases_of(said_silently("This is what I know. There is more to come."));
  REQUIRE(before.size() == 1);
  REQUIRE(after.size() == 2);
  CHECK(after[0] == before[0]);
  CHECK(after[1].seed != before[0].seed);
}

}  // namespace kine::speech::phrases_test
