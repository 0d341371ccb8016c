#include "realizer/plan/make/manners.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

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
