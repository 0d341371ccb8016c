// From letters to sounds, well enough that a mouth moves as if it said the word.
//
// No dictionary: a table of spellings for English, and letter by letter for all else. Letters of
// scripts that are not in the table get sounds of their own choosing, the same every time.
#pragma once

#include <string_view>
#include <vector>

#include "realizer/speech/spelled.h"

namespace kine::speech {

struct Sound {
  std::string_view ipa;  // lives as long as the program
  bool nucleus = false;  // it carries a syllable

  friend bool operator==(const Sound&, const Sound&) = default;
};

/// `word` in small letters, as spoken_words gives it. Never empty.
std::vector<Sound> sounds_of(std::string_view word, Language language);

/// Whether a small letter is a vowel of English, y among them.
bool is_vowel(char letter);

}  // namespace kine::speech
