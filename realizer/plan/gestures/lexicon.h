// Gestures -> sequences: each gesture that a script calls by name becomes the sequence of key poses
// that the lexicon has for it, on the hand that is asked for, in one body's measure, at its times.
//
//   Document --with_gestures_as_sequences--> Document without gestures --plan::make--> Plan
//
// So all that planning, properties and motion do to sequences they do to gestures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// The sequence of one gesture. Its poses that are points of the gesture have their names as ids:
/// `ready`, `stroke-start`, `stroke`, `stroke-end`, `relax`; a point where no pose is reached is a
/// pose that asks for nothing. Refuses an unknown lexeme, a meaning that became none, a hand that
/// it does not take, and times that leave it none.
Result<script::Sequence> make_sequence_of(const script::Gesture& gesture, const body::Body& body,
                                          const Vocabulary& vocabulary);

/// `document` with an id for each gesture that has none: g1, g2, … which no other has.
script::Document with_gestures_named(script::Document document);

/// `document` with each gesture of `character`, under its id, as a sequence after those there are.
/// Gestures of others are left out: they are made for their own bodies. One that cannot be made is
/// met by `diagnostics`.
Result<script::Document> with_gestures_as_sequences(const script::Document& document,
                                                    std::string_view character,
                                                    const body::Body& body,
                                                    const Vocabulary& vocabulary,
                                                    Diagnostics& diagnostics);

/// The character that a sequence or gesture speaks to, under our name.
std::string character_of(const script::Document& document, const script::Name& said,
                         const Vocabulary& vocabulary);

}  // namespace kine::plan
