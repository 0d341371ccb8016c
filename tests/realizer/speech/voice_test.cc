// Tests for realizer/speech/voice.h: what the silent voice says when.
#include "realizer/speech/voice.h"

#include <algorithm>
#include <string>

#include "realizer/speech/phones.h"
#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::voice_test {
namespace {

SpeechTrack say(const Utterance& utterance) {
  auto track = silent_voice().say(utterance);
  REQUIRE(track);
  CHECK(track->valid());
  return *std::move(track);
}

SpeechTrack plain(std::string text) {
  return say({.text = std::move(text), .ssml = false, .marks = {}, .voice = {}});
}

SpeechTrack ssml(std::string text) {
  return say({.text = std::move(text), .ssml = true, .marks = {}, .voice = {}});
}

double length_s(const SpeechTrack& track) { return track.length.count(); }

}  // namespace

TEST_CASE("a syllable takes a fifth of a second", "[voice]") {
  CHECK(length_s(plain("one")) == Approx(0.2));
  CHECK(length_s(plain("hello")) == Approx(0.4));
  CHECK(length_s(plain("hello gesture")) == Approx(0.8));
  CHECK(length_s(plain("42")) == Approx(0.6));  // forty-two
  CHECK(length_s(plain("")) == 0);
  CHECK(length_s(plain("... !")) == 0);
}

TEST_CASE("four words fit into five seconds and not into a tenth", "[voice]") {
  for (const char* text : {"this is a test", "behaviour realization is complicated"}) {
    CHECK(plain(text).length < 5s);
    CHECK(plain(text).length > 100ms);
  }
}

TEST_CASE("two words before a mark take less than three seconds", "[voice]") {
  const SpeechTrack track =
      say({.text = "Welcome everybody to this", .ssml = false, .marks = {{"s1", 18}}, .voice = {}});
  REQUIRE(track.marks.size() == 1);
  CHECK(track.marks[0].at > 0s);
  CHECK(track.marks[0].at < 3s);
  CHECK(track.marks[0].at == track.words[2].start);
}

TEST_CASE("marks are at the onset of the word behind them, or at the end", "[voice]") {
  const SpeechTrack track = say({.text = "one, two three.",
                                 .ssml = false,
                                 .marks = {{"a", 0}, {"b", 5}, {"c", 5}, {"d", 15}},
                                 .voice = {}});
  REQUIRE(track.marks.size() == 4);
  CHECK(track.marks[0] == Mark{"a", 0s});
  CHECK(track.marks[1] == Mark{"b", track.words[1].start});
  CHECK(track.marks[2] == Mark{"c", track.words[1].start});
  CHECK(track.marks[3] == Mark{"d", track.length});
}

TEST_CASE("one pauses for signs between words, longer between sentences", "[voice]") {
  const auto pause = [](const char* text) {
    const SpeechTrack track = plain(text);
    return (track.words.at(1).start - track.words.at(0).end).count();
  };
  CHECK(pause("one two") == 0);
  CHECK(pause("one, two") == Approx(0.2));
  CHECK(pause("One. Two") == Approx(0.4));
  CHECK(length_s(plain("one.")) == Approx(0.2));
}

TEST_CASE("SSML is honoured in time", "[voice]") {
  CHECK(length_s(ssml("one<break time='500ms'/>two")) == Approx(0.9));
  CHECK(length_s(ssml("<break time='500ms'/>one")) == Approx(0.7));
  CHECK(length_s(ssml("<prosody rate='200%'>hello</prosody>")) == Approx(0.2));
  CHECK(length_s(ssml("<prosody rate='50%'>hello</prosody>")) == Approx(0.8));
  CHECK(length_s(ssml("<emphasis level='strong'>hello</emphasis>")) > 0.4);
  CHECK(length_s(ssml("<sub alias='world wide web'>WWW</sub>")) == Approx(0.6));
  CHECK(length_s(ssml("<say-as interpret-as='characters'>abc</say-as>")) == Approx(0.6));
}

TEST_CASE("words know their text and their sounds", "[voice]") {
  const std::string text = "Bob <emphasis>met</emphasis> \"Pam\".";
  const SpeechTrack track = ssml(text);
  std::string words;
  for (const Word& word : track.words) {
    words += text.substr(word.byte_begin, word.byte_end - word.byte_begin) + " ";
    CHECK(word.phone_begin < word.phone_end);
    CHECK(track.phones[word.phone_begin].start == word.start);
    CHECK(track.phones[word.phone_end - 1].end.count() == Approx(word.end.count()));
  }
  CHECK(words == "Bob met Pam ");
  CHECK(std::ranges::count_if(track.phones, [](const Phone& phone) {
          return viseme_parts(phone.ipa)[0].viseme == Viseme::PP;
        }) == 5);
  CHECK(std::ranges::count(track.phones, 1, &Phone::stress) == 3);
}

TEST_CASE("its times are estimated and it is not to be heard", "[voice]") {
  const SpeechTrack track = plain("Hello there");
  CHECK(track.timing == Timing::Estimated);
  CHECK(track.audio == Audio{});
  CHECK(silent_voice().name() == "silent");
}

TEST_CASE("it says the same again, and all languages somehow", "[voice]") {
  for (const char* text :
       {"Guten Tag, schöne Welt!", "Привет, мир.", "你好,世界。", "שלום עולם", "😀 ok \xFF\xFE"}) {
    const Utterance utterance{.text = text, .ssml = false, .marks = {}, .voice = "de"};
    CHECK(say(utterance) == say(utterance));
    CHECK(say(utterance).length > 0s);
  }
}

TEST_CASE("it refuses broken SSML, and what lasts longer than a block may", "[voice]") {
  CHECK_FALSE(silent_voice().say({.text = "<s>a", .ssml = true, .marks = {}, .voice = {}}));
  std::string long_text;
  for (int i = 0; i < 4'000; ++i) long_text += "word ";
  const auto track =
      silent_voice().say({.text = long_text, .ssml = false, .marks = {}, .voice = {}});
  REQUIRE_FALSE(track);
  CHECK(track.error().code == ErrorCode::LimitExceeded);
}

}  // namespace kine::speech::voice_test
