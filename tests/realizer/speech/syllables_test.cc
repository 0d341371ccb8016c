// Tests for realizer/speech/syllables.h: English as dictionaries divide it.
#include "realizer/speech/syllables.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::speech::syllables_test {

TEST_CASE("English words have the syllables that dictionaries give them", "[syllables]") {
  const std::vector<const char*> words[] = {
      {"the", "speech", "make", "makes", "asked", "world", "through", "eyes", "strengths", "is",
       "my"},
      {"hello", "table", "gesture", "wanted", "horses", "quiet", "being", "people", "little",
       "only"},
      {"idea", "radio", "behaviour", "animal", "however", "remember", "potato"},
      {"information", "realistic", "january", "television"},
  };
  int syllables = 1;
  for (const auto& of_one_length : words) {
    for (const char* word : of_one_length) {
      CAPTURE(word);
      CHECK(syllables_of(word, Language::English) == syllables);
    }
    ++syllables;
  }
}

TEST_CASE("words of other languages have as many as they have vowels", "[syllables]") {
  const std::pair<const char*, int> words[] = {{"guten", 2},  {"straße", 2},     {"mädchen", 2},
                                               {"привет", 2}, {"спасибо", 3},    {"καλημέρα", 4},
                                               {"日本", 2},   {"こんにちは", 5}, {"niño", 2}};
  for (const auto& [word, syllables] : words) {
    CAPTURE(word);
    CHECK(syllables_of(word, Language::Other) == syllables);
  }
}

TEST_CASE("no word is without a syllable", "[syllables]") {
  for (const char* word : {"", "hmm", "pst", "ъ", "\xFF"}) {
    CHECK(syllables_of(word, Language::English) == 1);
    CHECK(syllables_of(word, Language::Other) == 1);
  }
}

}  // namespace kine::speech::syllables_test
