// How many syllables a word has, from its letters.
#pragma once

#include <string_view>

#include "realizer/speech/spelled.h"

namespace kine::speech {

/// `word` in small letters, as spoken_words gives it. At least 1.
int syllables_of(std::string_view word, Language language);

}  // namespace kine::speech
