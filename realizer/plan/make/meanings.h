// Meanings -> lexemes: a gesture of which a script says what it means becomes one of those that the
// dictionaries of its character have for that (GESTYLE, Noot and Ruttkay 2003).
//
//   Document --with_meanings_as_lexemes--> Document without meanings
//   --with_gestures_as_sequences-->
//
// The narrowest dictionary that has the meaning counts: of the gesture's sketch, of the
// character's, of the style that somebody gives the character, then the general one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/random.h"
#include "realizer/core/result.h"
#include "realizer/plan/explanation.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// Whose meanings they are. What is drawn is a function of these and of the gesture's id.
struct MeaningDraw {
  std::string_view says;       // the character, as characters_of has it
  std::string_view character;  // the one who does it
  std::string_view script_id;
  std::uint64_t seed = 0;
  std::string_view style = {};   // of the character, from outside the script; empty: none
  std::string_view of_all = {};  // the style of all characters, likewise
};

struct Meant {
  script::Document document;
  std::vector<ChosenMeaning> chosen;
};

/// Each gesture of that character, and each of a BML block, calls a lexeme. One of a script that
/// cannot is met by `diagnostics` and left out. One of a BML block keeps its meaning, for its draft
/// says what is wrong.
Result<Meant> with_meanings_as_lexemes(const script::Document& document,
                                       const Vocabulary& vocabulary, const MeaningDraw& draw,
                                       Diagnostics& diagnostics);

/// The place of the one that is drawn: each as often as its share of all weights. Pre: not empty.
std::size_t drawn_place(std::span<const double> weights, Random random);

/// Refuses a dictionary of a sketch that does not keep to the lexicon.
Result<Done> check_dictionaries(const script::Document& document, const Vocabulary& vocabulary,
                                Diagnostics& diagnostics);

}  // namespace kine::plan
