// Tests for server/corpus/sentences.h.
#include "server/corpus/sentences.h"

#include <algorithm>

#include "tests/support/catch.h"

namespace kine::sentences_test {

using namespace kine;
using server::Arousal;

namespace {

std::vector<server::Sentence> sentences(std::uint64_t seed, std::size_t count = 400) {
  Random random({.seed = seed});
  return server::make_sentences(count, random);
}

/// Of words that are emphasized.
double share_of(const std::vector<server::Sentence>& all, Arousal arousal) {
  double emphasized = 0;
  double words = 0;
  for (const auto& sentence : all) {
    if (sentence.arousal != arousal) continue;
    words += static_cast<double>(sentence.words.size());
    emphasized +=
        static_cast<double>(std::ranges::count_if(sentence.words, &server::SpokenWord::emphasized));
  }
  return emphasized / words;
}

}  // namespace

TEST_CASE("a corpus's sentences begin with a capital and end with a sign", "[corpus]") {
  for (const auto& sentence : sentences(1)) {
    REQUIRE(sentence.words.size() > 3);
    const char first = sentence.words.front().text.front();
    CHECK((first >= 'A' && first <= 'Z'));
    const char last = sentence.words.back().text.back();
    CHECK((last == '.' || last == '?'));
    for (const auto& word : sentence.words)
      CHECK(word.text.find_first_of("$*") == std::string::npos);
  }
}

TEST_CASE("arousal holds for three to five sentences", "[corpus]") {
  const auto all = sentences(2);
  std::size_t length = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    ++length;
    if (all[i].arousal == all[i - 1].arousal) continue;
    CHECK(length >= 3);
    CHECK(length <= 5);
    length = 0;
  }
}

TEST_CASE("a lively speaker emphasizes more words than a calm one", "[corpus]") {
  const auto all = sentences(3);
  CHECK(share_of(all, Arousal::Lively) > 2 * share_of(all, Arousal::Calm));
}

TEST_CASE("the same seed makes the same sentences", "[corpus]") {
  CHECK(sentences(4, 20) == sentences(4, 20));
  CHECK(sentences(4, 20) != sentences(5, 20));
}

}  // namespace kine::sentences_test
