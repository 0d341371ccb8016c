// Tests for realizer/speech/sounds.h.
#include "realizer/speech/sounds.h"

#include <algorithm>
#include <string>

#include "realizer/speech/phones.h"
#include "tests/support/catch.h"

namespace kine::speech::sounds_test {
namespace {

std::string said(std::string_view word, Language language = Language::English) {
  std::string text;
  for (const Sound& sound : sounds_of(word, language)) {
    text += (text.empty() ? "" : " ") + std::string(sound.ipa);
  }
  return text;
}

}  // namespace

TEST_CASE("English spellings have the sounds that a dictionary gives them", "[sounds]") {
  CHECK(said("hello") == "h ə l oʊ");
  CHECK(said("speech") == "s p iː tʃ");
  CHECK(said("make") == "m eɪ k");
  CHECK(said("bumped") == "b ʌ m p d");
  CHECK(said("thing") == "θ ɪ ŋ");
  CHECK(said("photo") == "f ɒ t oʊ");
  CHECK(said("table") == "t æ b ə l");
  CHECK(said("station") == "s t æ ʃ ə n");
  CHECK(said("yes") == "j ɛ s");
}

TEST_CASE("every p, b, m, f and v that is written is a sound of the lips", "[sounds]") {
  const auto lips = [](std::string_view word, Language language) {
    return std::ranges::count_if(sounds_of(word, language), [](const Sound& sound) {
      const Viseme viseme = viseme_parts(sound.ipa)[0].viseme;
      return viseme == Viseme::PP || viseme == Viseme::FF;
    });
  };
  CHECK(lips("problem", Language::English) == 3);
  CHECK(lips("fabrics", Language::English) == 2);
  CHECK(lips("apfel", Language::Other) == 2);
  CHECK(lips("мама", Language::Other) == 2);
}

TEST_CASE("other languages are said letter by letter, without their accents", "[sounds]") {
  CHECK(said("señor", Language::Other) == "s e ɲ o r");
  CHECK(said("dobrý", Language::Other) == "d o b r i");
  CHECK(said("мир", Language::Other) == "m i r");
  CHECK(said("σήμα", Language::Other) == "s i m a");
}

TEST_CASE("every word has a sound that carries a syllable", "[sounds]") {
  for (const char* word : {"", "pst", "日本語", "שלום", "\xFF", "qx", "ъ"}) {
    for (const Language language : {Language::English, Language::Other}) {
      CAPTURE(word);
      const auto sounds = sounds_of(word, language);
      CHECK(std::ranges::any_of(sounds, [](const Sound& sound) { return sound.nucleus; }));
      CHECK(sounds == sounds_of(word, language));
    }
  }
}

}  // namespace kine::speech::sounds_test
