// The lexicon: gestures that scripts call by name, each a row of annotated key poses.
//
//   schemas/lexicon/*.xml --script::read_lexicon--> Lexemes --plan::with_gestures--> sequences
//
// A lexeme is written for one body and, if it takes one hand, for the right one; whoever plans a
// gesture mirrors, scales and times it anew.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/script/document.h"

namespace kine::script {

/// Which hands a gesture can be made with.
enum class LexemeHands {
  One,   // the right one or, mirrored, the left one
  Any,   // one, or both at once, each the mirror image of the other
  Both,  // both together, each with its own part
};

/// Invariant: it has a pose `stroke-end`; `ready`, `stroke-start`, `stroke` and `stroke-end` come
/// in this order where they are there; times strictly increase from above 0, and holds end before
/// the next pose. One of a single hand names nothing of the left side.
struct Lexeme {
  std::string name;
  LexemeHands hands = LexemeHands::One;
  std::vector<std::string> tags;
  std::string description;               // one line
  Name twin;                             // whose mirror image the left hand makes; empty: its own
  bool contact = false;                  // whether a hand may touch the body or the other hand
  std::optional<Seconds> fade_out = {};  // of the retraction; none: as long as the way back asks
  std::vector<Pose> poses;               // times count from the start of the gesture
  Where where = {};
};

/// Whether it can be made with that hand.
bool takes_hand(const Lexeme& lexeme, Gesture::Hand hand);

/// The lexemes of one text, in their order. An error says where.
Result<std::vector<Lexeme>> read_lexicon(std::string_view xml);

/// "one", "any" or "both".
std::string_view word_of(LexemeHands hands);

}  // namespace kine::script
