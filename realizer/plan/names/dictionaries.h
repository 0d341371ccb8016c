// What gestures and meanings there are: errors about others, and whether a dictionary keeps to the
// lexicon.
#pragma once

#include <span>

#include "realizer/core/result.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/script/dictionary.h"
#include "realizer/script/name.h"

namespace kine::plan {

/// The error about a gesture that is not in the lexicon.
Error unknown_gesture(const script::Name& name, const Vocabulary& vocabulary);

/// The error about a meaning that none of these dictionaries has.
Error unknown_meaning(const script::Name& meaning,
                      std::span<const script::Dictionary* const> dictionaries);

/// The same where all dictionaries of styles and everybody's count.
Error unknown_meaning(const script::Name& meaning, const Vocabulary& vocabulary);

/// Refuses a choice of a lexeme that is not in the lexicon, or that does not take its hand.
Result<Done> check_dictionary(const script::Dictionary& dictionary, const Vocabulary& vocabulary);

}  // namespace kine::plan
