// What drafts of behaviours are made with in tests: the lexicon and the vocabulary of the program,
// a body, and a voice that says every word in half a second.
#pragma once

#include <string>

#include "realizer/plan/behaviours/draft.h"

namespace kine::test {

/// Every word, and every mark before one, half a second after the one before it; a text with
/// "mumble" in it cannot be said, and at one with "hush" it fails.
const speech::Voice& half_second_voice();

/// All that the program embeds: lexicons and vocabularies.
const plan::Vocabulary& whole_vocabulary();

/// For ada, who sees `camera` and `ball`.
plan::DraftContext drafting();

/// A behaviour of this kind under an id.
script::Behaviour behaviour(const std::string& id, script::BehaviourKind kind);

/// The draft of a kind; throws where it cannot be done.
plan::Draft draft_of(script::BehaviourKind kind);

/// Why a kind cannot be done; throws where it can.
plan::Unable unable_of(script::BehaviourKind kind);

}  // namespace kine::test
