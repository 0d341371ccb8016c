// Which manners a script knows, and whose they are: the nuclei with their styles, and the nucleus,
// tension and sketch that a character has where nothing else is said.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// The document's nuclei in their order, each once: what their styles give is in their numbers.
Result<std::vector<Nucleus>> make_nuclei(const script::Document& document,
                                         const Vocabulary& vocabulary, Faults& faults);

/// The nucleus that `document` gives this character (our name for it), or an empty name.
script::Name nucleus_of(std::string_view character, const script::Document& document,
                        const Vocabulary& vocabulary);

/// Its tension in the same way.
script::Name tension_of(std::string_view character, const script::Document& document,
                        const Vocabulary& vocabulary);

/// What moves it, in the same way; nothing where the document says nothing of that.
std::optional<script::Dynamics> dynamics_of(std::string_view character,
                                            const script::Document& document,
                                            const Vocabulary& vocabulary);

/// How it moves while it speaks, in the same way.
std::optional<script::BodyLanguageMode> body_language_of(std::string_view character,
                                                         const script::Document& document,
                                                         const Vocabulary& vocabulary);

/// The most physical dynamics that it has at any time. Pre: the document has no gestures.
script::Dynamics most_dynamics(std::string_view character, const script::Document& document,
                               const Vocabulary& vocabulary);

/// Its sketches in the same way, the outermost first; some names are empty.
struct ScopedName {
  SketchScope scope = SketchScope::Script;
  script::Name name;
};
std::array<ScopedName, 3> sketches_of(std::string_view character, const script::Document& document,
                                      const Vocabulary& vocabulary);

/// What a scope names beside its sketches.
struct ScopeManners {
  SketchScope scope = SketchScope::Script;
  script::Name nucleus;
  script::Name tension;
  std::span<const ScopedName> sketches;
};

/// Who gives the scope its nucleus and its tension: what with_sketches_named has given it is of a
/// sketch. Pre: the plan has nuclei and tensions.
MannerNamings manners_named(const ScopeManners& scope, std::span<const NamedSketch> named,
                            const Plan& plan);

/// Styles by which a server lets characters do all that they do, under what scripts say.
struct GivenSketches {
  std::string_view of_server = {};     // of every character
  std::string_view of_character = {};  // of one
};
void give_sketches(std::string_view character, const GivenSketches& given,
                   const Vocabulary& vocabulary, script::Document& document);

/// Gives this character (our name for it) a tension where the document gives it none.
void give_tension(std::string_view character, const script::Name& tension,
                  const Vocabulary& vocabulary, script::Document& document);

}  // namespace kine::plan
