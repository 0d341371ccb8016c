#include "realizer/plan/make/manners.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "realizer/plan/gestures/lexicon.h"

namespace kine::plan {
namespace {

Result<Nucleus> make_nucleus(const script::Nucleus& written, const Vocabulary& vocabulary,
                             Faults& faults) {
  Nucleus nucleus{.id = written.id.text, .expressivity = written.parameters};
  if (written.style.empty()) return nucleus;
  const auto style = vocabulary.styles.find(written.style.text);
  if (style == vocabulary.styles.end()) {
    const auto met = faults.meet({.what = "there is no style",
                                  .mend = "it goes without",
                                  .value = written.style.text,
                                  .where = written.style.where});
    if (!met) return met.error();
    return nucleus;
  }
  nucleus.expressivity =
      part_of(style->second.expressivity, script::MannerElement::Nucleus) + written.parameters;
  return nucleus;
}

/// What the document says of this character; null where that is nothing.
const script::Character* find_character(std::string_view character,
                                        const script::Document& document,
                                        const Vocabulary& vocabulary) {
  for (const script::Character& each : document.characters) {
    const std::string& name = each.name.empty() ? document.character.text : each.name.text;
    const auto alias = vocabulary.characters.find(name);
    const std::string_view ours = alias == vocabulary.characters.end() ? name : alias->second;
    if (ours == character) return &each;
  }
  return nullptr;
}

/// What the document says of this character, where there may have been nothing.
script::Character& character_in(script::Document& document, std::string_view character,
                                const Vocabulary& vocabulary) {
  const script::Character* found = find_character(character, document, vocabulary);
  if (found == nullptr) {
    return document.characters.emplace_back(
        script::Character{.name = {std::string(character)}, .nucleus = {}, .tension = {}});
  }
  return document.characters[static_cast<std::size_t>(found - document.characters.data())];
}

std::optional<std::size_t> find_sketch_named(const script::Name& name,
                                             std::span<const NamedSketch> named) {
  const auto id_of = [](const NamedSketch& each) -> const std::string& { return each.says.id; };
  const auto found = std::ranges::find(named, name.text, id_of);
  if (name.empty() || found == named.end()) return {};
  return static_cast<std::size_t>(found - named.begin());
}

/// `manners` are nuclei or tensions, and `given` is what a sketch gives of them.
template <class Manner>
std::vector<MannerNaming> namings_of(const script::Name& name, const ScopeManners& scope,
                                     std::span<const NamedSketch> named,
                                     std::optional<std::size_t> NamedSketch::*given,
                                     const std::vector<Manner>& manners) {
  std::vector<MannerNaming> namings;
  if (name.empty()) return namings;
  const auto found = std::ranges::find(manners, name.text, &Manner::id);
  if (found == manners.end()) return namings;
  const auto own = static_cast<std::size_t>(found - manners.begin());
  bool is_of_sketch = false;
  for (const ScopedName& each : scope.sketches) {
    const auto sketch = find_sketch_named(each.name, named);
    if (!sketch || !(named[*sketch].*given)) continue;
    const std::size_t manner = *(named[*sketch].*given);
    namings.push_back({each.scope, manner, sketch, each.name.where});
    is_of_sketch = is_of_sketch || (manner == own && each.name.where == name.where);
  }
  if (!is_of_sketch) namings.push_back({scope.scope, own, {}, name.where});
  return namings;
}

}  // namespace

Result<std::vector<Nucleus>> make_nuclei(const script::Document& document,
                                         const Vocabulary& vocabulary, Faults& faults) {
  std::vector<Nucleus> nuclei;
  for (const script::Nucleus& written : document.nuclei) {
    auto nucleus = make_nucleus(written, vocabulary, faults);
    if (!nucleus) return nucleus.error();
    const auto twin = std::ranges::find(nuclei, nucleus->id, &Nucleus::id);
    if (twin == nuclei.end()) {
      nuclei.push_back(*std::move(nucleus));
      continue;
    }
    const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                  .what = "duplicate nucleus id",
                                  .mend = "the later one counts",
                                  .value = written.id.text,
                                  .where = written.id.where});
    if (!met) return met.error();
    *twin = *std::move(nucleus);
  }
  return nuclei;
}

script::Name nucleus_of(std::string_view character, const script::Document& document,
                        const Vocabulary& vocabulary) {
  const script::Character* found = find_character(character, document, vocabulary);
  return found == nullptr ? script::Name{} : found->nucleus;
}

std::optional<script::Dynamics> dynamics_of(std::string_view character,
                                            const script::Document& document,
                                            const Vocabulary& vocabulary) {
  const script::Character* const found = find_character(character, document, vocabulary);
  return found == nullptr ? std::nullopt : found->dynamics;
}

std::optional<script::BodyLanguageMode> body_language_of(std::string_view character,
                                                         const script::Document& document,
                                                         const Vocabulary& vocabulary) {
  const script::Character* const found = find_character(character, document, vocabulary);
  return found == nullptr ? std::nullopt : found->body_language;
}

script::Dynamics most_dynamics(std::string_view character, const script::Document& document,
                               const Vocabulary& vocabulary) {
  constexpr script::Dynamics kNone = script::Dynamics::None;
  script::Dynamics most = dynamics_of(character, document, vocabulary).value_or(kNone);
  for (const script::Sequence& each : document.sequences) {
    if (character_of(document, each.character, vocabulary) != character) continue;
    most = std::max(most, each.dynamics.value_or(kNone));
  }
  return most;
}

script::Name tension_of(std::string_view character, const script::Document& document,
                        const Vocabulary& vocabulary) {
  const script::Character* found = find_character(character, document, vocabulary);
  return found == nullptr ? script::Name{} : found->tension;
}

std::array<ScopedName, 3> sketches_of(std::string_view character, const script::Document& document,
                                      const Vocabulary& vocabulary) {
  const script::Character* found = find_character(character, document, vocabulary);
  if (found == nullptr) return {};
  return {{{SketchScope::Server, found->server_sketch},
           {SketchScope::Character, found->own_sketch},
           {SketchScope::Script, found->sketch}}};
}

MannerNamings manners_named(const ScopeManners& scope, std::span<const NamedSketch> named,
                            const Plan& plan) {
  return {
      .nuclei = namings_of(scope.nucleus, scope, named, &NamedSketch::nucleus, plan.nuclei),
      .tensions = namings_of(scope.tension, scope, named, &NamedSketch::tension, plan.tensions)};
}

void give_sketches(std::string_view character, const GivenSketches& given,
                   const Vocabulary& vocabulary, script::Document& document) {
  if (given.of_server.empty() && given.of_character.empty()) return;
  script::Character& its = character_in(document, character, vocabulary);
  its.server_sketch.text = given.of_server;
  its.own_sketch.text = given.of_character;
}

void give_tension(std::string_view character, const script::Name& tension,
                  const Vocabulary& vocabulary, script::Document& document) {
  script::Character& its = character_in(document, character, vocabulary);
  if (its.tension.empty()) its.tension = tension;
}

}  // namespace kine::plan
