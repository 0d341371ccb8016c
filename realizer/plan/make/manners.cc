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
      part_of(style->second, script::MannerElement::Nucleus) + written.parameters;
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

script::Name sketch_of(std::string_view character, const script::Document& document,
                       const Vocabulary& vocabulary) {
  const script::Character* found = find_character(character, document, vocabulary);
  return found == nullptr ? script::Name{} : found->sketch;
}

void give_tension(std::string_view character, const script::Name& tension,
                  const Vocabulary& vocabulary, script::Document& document) {
  const script::Character* found = find_character(character, document, vocabulary);
  if (found == nullptr) {
    document.characters.push_back(
        {.name = {std::string(character)}, .nucleus = {}, .tension = tension});
  } else if (found->tension.empty()) {
    document.characters[static_cast<std::size_t>(found - document.characters.data())].tension =
        tension;
  }
}

}  // namespace kine::plan
