// A lexeme of the lexicon as a motion with sync points, at the times that it has by itself.
#pragma once

#include <string>
#include <string_view>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/plan/behaviours/retimed.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/script/sequence.h"

namespace kine::plan {

/// BML's name of a lexeme as our lexicon has it: as it is written where there is such a one, else
/// in small letters with hyphens: "you-and-me" of YOU_AND_ME.
std::string lexeme_name(std::string_view written, const Vocabulary& vocabulary);

/// The gesture that is called, whose own times are not used. Refuses an unknown lexeme and a hand
/// that it does not take.
Result<PointedMotion> make_lexeme_motion(const script::Gesture& call, const body::Body& body,
                                         const Vocabulary& vocabulary);

}  // namespace kine::plan
