#include "realizer/speech/syllables.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "realizer/speech/sounds.h"

namespace kine::speech {
namespace {

int vowel_groups(std::string_view word) {
  int groups = 0;
  bool before = false;
  for (const char letter : word) {
    const bool vowel = is_vowel(letter);
    groups += vowel && !before ? 1 : 0;
    before = vowel;
  }
  return groups;
}

bool ends_with_any(std::string_view word, std::initializer_list<std::string_view> ends) {
  return std::ranges::any_of(ends, [&](std::string_view end) { return word.ends_with(end); });
}

/// Whether the last e is written and not heard: "make", "makes", "asked".
bool has_silent_e(std::string_view word) {
  const std::size_t size = word.size();
  if (size < 3) return false;
  if (word.ends_with("e")) {
    if (is_vowel(word[size - 2])) return false;
    const bool syllabic_l = word.ends_with("le") && !is_vowel(word[size - 3]);
    return !syllabic_l;
  }
  if (size < 4 || is_vowel(word[size - 3])) return false;
  if (word.ends_with("ed")) return !ends_with_any(word, {"ted", "ded"});
  if (word.ends_with("es")) {
    const bool syllabic_l = word.ends_with("les") && !is_vowel(word[size - 4]);
    return !syllabic_l && !ends_with_any(word, {"ses", "zes", "xes", "ces", "ges", "ches", "shes"});
  }
  return word.ends_with("ely") || word.ends_with("eful") || word.ends_with("ement");
}

/// Vowels that stand together and are two syllables: "idea", "radio", "actual", "being".
int split_vowels(std::string_view word) {
  constexpr std::string_view kSplit[] = {"ia",   "io",   "iu",   "ua",    "eo",    "ying", "eing",
                                         "oing", "uity", "idea", "reali", "creat", "react"};
  constexpr std::string_view kWhole[] = {"tion",  "sion", "cion", "gion",  "cian",
                                         "cial",  "tial", "iour", "cious", "tious",
                                         "gious", "qua",  "gua",  "geon",  "creatu"};
  int splits = 0;
  for (const std::string_view pair : kSplit) splits += word.find(pair) != word.npos ? 1 : 0;
  for (const std::string_view whole : kWhole) splits -= word.find(whole) != word.npos ? 1 : 0;
  return std::max(splits, 0);
}

int english_syllables(std::string_view word) {
  constexpr std::pair<std::string_view, int> kKnown[] = {
      {"every", 2},   {"people", 2}, {"business", 2}, {"really", 2},  {"something", 2},
      {"someone", 2}, {"area", 3},   {"create", 2},   {"science", 2}, {"quiet", 2},
      {"poem", 2},    {"don", 1},    {"w", 1},        {"giant", 2},   {"sometimes", 2}};
  for (const auto& [known, syllables] : kKnown) {
    if (word == known) return syllables;
  }
  return vowel_groups(word) - (has_silent_e(word) ? 1 : 0) + split_vowels(word);
}

int other_syllables(std::string_view word) {
  int nuclei = 0;
  for (const Sound& sound : sounds_of(word, Language::Other)) nuclei += sound.nucleus ? 1 : 0;
  return nuclei;
}

}  // namespace

int syllables_of(std::string_view word, Language language) {
  const bool ascii = std::ranges::all_of(word, [](char each) { return each >= 0; });
  return std::max(
      1, language == Language::English && ascii ? english_syllables(word) : other_syllables(word));
}

}  // namespace kine::speech
