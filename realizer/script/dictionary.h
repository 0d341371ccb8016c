// A style dictionary (GESTYLE, Noot and Ruttkay 2003): which gestures a meaning may become, and how
// often.
//
//   <meaning name="greeting"><choice lexeme="wave" weight="2"/><choice lexeme="nod"/></meaning>
//
// Styles and sketches have one each; one more is everybody's. Planning draws among the choices.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "realizer/core/where.h"
#include "realizer/script/name.h"
#include "realizer/script/sequence.h"

namespace kine::script {

/// One gesture of a meaning.
struct Choice {
  Name lexeme;
  double weight = 1;                       // > 0; what it has of all weights is its probability
  std::optional<Gesture::Hand> hand = {};  // none: as the lexeme has it
  Where where = {};
  friend bool operator==(const Choice&, const Choice&) = default;
};

struct Meaning {
  Name name;
  std::vector<Choice> choices;  // never empty, no two of one lexeme and hand
  Where where = {};
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

/// No two of one name.
using Dictionary = std::vector<Meaning>;

/// nullptr where the dictionary has no such meaning.
const Meaning* find_meaning(const Dictionary& dictionary, std::string_view name);

}  // namespace kine::script
