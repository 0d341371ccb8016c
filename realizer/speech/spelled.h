// What is said for what is written: "42%" is "forty two percent", "BML" three letters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/speech/ssml.h"

namespace kine::speech {

/// Whose rules a text follows: English spelling, or letters as they stand.
enum class Language : std::uint8_t { English, Other };

/// By the name of a voice: "en-gb" and no name are English.
Language language_of(std::string_view voice);

/// Whether a character is heard: a letter, a digit, or a sign with a name such as %.
bool is_spoken(char32_t point);

/// A to Z, and the letters of Latin, Greek and Cyrillic, as small ones.
std::string lower_case(std::string_view text);

/// The words in small letters, each of letters alone; empty where nothing is heard.
std::vector<std::string> spoken_words(std::string_view written, SayAs say_as, Language language);

}  // namespace kine::speech
