// Tests for realizer/speech/phones.h.
#include "realizer/speech/phones.h"

#include <numeric>
#include <string>

#include "tests/support/catch.h"

namespace kine::speech::phones_test {
namespace {

using enum Viseme;

Viseme only_look(std::string_view ipa) {
  const std::vector<VisemePart> parts = viseme_parts(ipa);
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].share == 1);
  return parts[0].viseme;
}

}  // namespace

TEST_CASE("the visemes are channels of the wire in their order", "[phones]") {
  const auto names = body::channel_names();
  CHECK(names[channel_of(Sil).index] == "viseme_sil");
  CHECK(names[channel_of(PP).index] == "viseme_PP");
  CHECK(names[channel_of(RR).index] == "viseme_RR");
  CHECK(names[channel_of(IH).index] == "viseme_I");
  CHECK(names[channel_of(OU).index] == "viseme_U");
}

TEST_CASE("each sound of English has the look of its class", "[phones]") {
  const std::pair<Viseme, std::vector<const char*>> classes[] = {
      {Sil, {"", "ʔ", "_"}},
      {PP, {"p", "b", "m"}},
      {FF, {"f", "v"}},
      {TH, {"θ", "ð"}},
      {DD, {"t", "d", "ɾ"}},
      {KK, {"k", "ɡ", "g", "ŋ", "x"}},
      {CH, {"tʃ", "dʒ", "ʃ", "ʒ", "t͡ʃ"}},
      {SS, {"s", "z"}},
      {NN, {"n", "l", "n̩", "ɫ"}},
      {RR, {"ɹ", "r", "ɚ", "ɜː"}},
      {AA, {"ɑː", "a", "ɐ", "ʌ"}},
      {E, {"ɛ", "e", "ə"}},
      {IH, {"ɪ", "i", "iː", "ᵻ", "j"}},
      {OH, {"ɔ", "ɔː", "ɒ", "o", "oː"}},
      {OU, {"uː", "ʊ", "w", "y"}},
  };
  for (const auto& [viseme, sounds] : classes) {
    for (const char* ipa : sounds) {
      CAPTURE(ipa);
      CHECK(only_look(ipa) == viseme);
    }
  }
  CHECK(viseme_parts("ə")[0].weight == 0.5);
}

TEST_CASE("some sounds are two looks, at once or one after the other", "[phones]") {
  const VisemePart ash = viseme_parts("æ").at(0);
  CHECK(ash.viseme == AA);
  CHECK(ash.second == E);
  CHECK(ash.weight + ash.second_weight == 1);

  const auto glide = viseme_parts("aɪ");
  REQUIRE(glide.size() == 2);
  CHECK(glide[0].viseme == AA);
  CHECK(glide[1].viseme == IH);
  CHECK(glide[0].share == Approx(0.5));

  const auto cluster = viseme_parts("ɑːɹ");
  REQUIRE(cluster.size() == 2);
  CHECK(cluster[0].viseme == AA);
  CHECK(cluster[1].viseme == RR);
  CHECK(cluster[0].share == Approx(0.6));
  CHECK(cluster[1].share == Approx(0.4));

  const auto breath = viseme_parts("h");
  REQUIRE(breath.size() == 1);
  CHECK(breath[0].takes_next_vowel);
  CHECK(breath[0].weight == Approx(0.3));
}

TEST_CASE("stress, length, tones and accents do not matter to a look", "[phones]") {
  CHECK(only_look("ˈɑː") == AA);
  CHECK(only_look("pʰ") == PP);
  CHECK(only_look("ɛ̃") == E);
  CHECK(only_look("a5") == AA);
}

TEST_CASE("no text is without a look, and its parts fill its time", "[phones]") {
  for (const char* ipa :
       {"", "?", "%", "xyz", "日本", "\xFF\xFE", "ʘǃǂ", "aɪɚ", "ɔːɹ", "əl", "😀", "abcdefghijklm"}) {
    CAPTURE(ipa);
    const auto parts = viseme_parts(ipa);
    REQUIRE(!parts.empty());
    CHECK(parts.size() <= 8);
    const double shares =
        std::accumulate(parts.begin(), parts.end(), 0.0,
                        [](double sum, const VisemePart& part) { return sum + part.share; });
    CHECK(shares == Approx(1));
    for (const VisemePart& part : parts) CHECK(part.weight + part.second_weight <= 1);
  }
}

TEST_CASE("vowels and syllabic consonants carry syllables", "[phones]") {
  for (const char* ipa : {"a", "ɜː", "aɪ", "n̩", "əl"}) CHECK(is_nucleus(ipa));
  for (const char* ipa : {"", "n", "h", "tʃ", "j"}) CHECK_FALSE(is_nucleus(ipa));
}

TEST_CASE("a sound is known whose letters all are, diacritics aside", "[phones]") {
  for (const char* ipa : {"", "a", "ɜː", "t͡ʃ", "n̩", "əl"}) CHECK(is_known_sound(ipa));
  for (const char* ipa : {"A", "aX", "語"}) {
    CAPTURE(ipa);
    CHECK_FALSE(is_known_sound(ipa));
  }
}

}  // namespace kine::speech::phones_test
