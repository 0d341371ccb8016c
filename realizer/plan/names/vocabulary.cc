#include "realizer/plan/names/vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/xml/xml.h"

namespace kine::plan {
namespace {

constexpr std::string_view kVocabularyNamespace = "urn:kinesphere:vocabulary:1";
constexpr std::string_view kBlanks = " \t\r\n";

/// More of a channel than this is past the range of every channel.
constexpr double kPartWeightMax = 1.5;

Error vocabulary_error(Where where, ErrorCode code, const std::string& message,
                       std::string_view value) {
  return {code, message + ": " + quoted(value), where};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// "jawOpen 0.3": a channel and how much of it.
std::optional<MorphPart> read_part(std::string_view text) {
  const std::size_t blank = text.find_first_of(kBlanks);
  if (blank == std::string_view::npos) return {};
  const std::optional<body::Channel> channel = body::find_channel(text.substr(0, blank));
  const std::optional<double> weight = parse_number(trimmed(text.substr(blank)));
  if (!channel || !weight || *weight <= 0 || *weight > kPartWeightMax) return {};
  return MorphPart{*channel, *weight};
}

/// One row: <joint name="rhand" means="rightHand"/>.
struct NameRow {
  const xml::Element& element;
  const xml::Attribute& name;
  const xml::Attribute& means;
};

Result<std::vector<MorphPart>> read_parts(const NameRow& row) {
  std::vector<MorphPart> parts;
  std::string_view rest = trimmed(row.means.value);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view text = trimmed(rest.substr(0, end));
    const std::optional<MorphPart> part = read_part(text);
    if (!part) {
      return vocabulary_error(row.means.value_where, ErrorCode::UnknownName,
                              "a part of a morph is a channel and its weight above 0 and up to 1.5",
                              text);
    }
    const bool twice = std::any_of(parts.begin(), parts.end(), [&](const MorphPart& other) {
      return other.channel == part->channel;
    });
    if (twice) {
      return vocabulary_error(row.means.value_where, ErrorCode::Syntax,
                              "a morph has a channel twice", text);
    }
    parts.push_back(*part);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parts;
}

template <class Meaning>
Result<Done> add(std::map<std::string, Meaning, std::less<>>& table, const NameRow& row,
                 Meaning meaning) {
  if (table.emplace(row.name.value, std::move(meaning)).second) return Done{};
  return vocabulary_error(row.name.value_where, ErrorCode::Syntax, "a name has two meanings",
                          row.name.value);
}

template <class Meaning>
Result<Done> add_found(std::map<std::string, Meaning, std::less<>>& table, const NameRow& row,
                       const std::optional<Meaning>& meaning) {
  if (meaning) return add(table, row, *meaning);
  return vocabulary_error(row.means.value_where, ErrorCode::UnknownName,
                          "there is no " + row.element.name, row.means.value);
}

/// Its name counts however it is written.
Result<Done> add_gesture(Vocabulary& vocabulary, const NameRow& row) {
  const std::string name = folded_name(row.name.value);
  if (vocabulary.gestures.emplace(name, row.means.value).second) return Done{};
  return vocabulary_error(row.name.value_where, ErrorCode::Syntax, "a name has two meanings",
                          row.name.value);
}

Result<Done> add_row(Vocabulary& vocabulary, const NameRow& row) {
  const std::string& kind = row.element.name;
  const std::string& means = row.means.value;
  if (kind == "joint") return add_found(vocabulary.joints, row, body::find_joint(means));
  if (kind == "shader") return add_found(vocabulary.shaders, row, body::find_channel(means));
  if (kind == "shape") return add(vocabulary.shapes, row, means);
  if (kind == "morph") {
    auto parts = read_parts(row);
    return parts ? add(vocabulary.morphs, row, *std::move(parts)) : Result<Done>(parts.error());
  }
  if (kind == "character" || kind == "group" || kind == "gesture") {
    if (!means.empty()) {
      if (kind == "gesture") return add_gesture(vocabulary, row);
      return add(kind == "group" ? vocabulary.groups : vocabulary.characters, row, means);
    }
    return vocabulary_error(row.means.value_where, ErrorCode::Syntax,
                            "only a shape or morph may mean nothing", row.name.value);
  }
  return vocabulary_error(row.element.where, ErrorCode::Syntax, "unknown element of a vocabulary",
                          kind);
}

Result<Done> add_row(Vocabulary& vocabulary, const xml::Element& element) {
  for (const xml::Attribute& attribute : element.attributes) {
    if (attribute.name == "name" || attribute.name == "means") continue;
    return vocabulary_error(attribute.where, ErrorCode::Syntax, "unknown attribute of a row",
                            attribute.name);
  }
  const xml::Attribute* name = element.find_attribute("name");
  const xml::Attribute* means = element.find_attribute("means");
  if (name == nullptr || means == nullptr || name->value.empty()) {
    return vocabulary_error(element.where, ErrorCode::Syntax,
                            "a row needs a name and what it means", element.name);
  }
  if (!element.children.empty() || !trimmed(element.text).empty()) {
    return vocabulary_error(element.where, ErrorCode::Syntax, "a row holds nothing", element.name);
  }
  return add_row(vocabulary, NameRow{element, *name, *means});
}

}  // namespace

std::string folded_name(std::string_view written) {
  std::string name(written);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return name;
}

std::string target_name(std::string_view written, const Vocabulary& vocabulary) {
  const std::string_view character = written.substr(0, written.find('.'));
  const auto alias = vocabulary.characters.find(character);
  if (alias == vocabulary.characters.end()) return std::string(written);
  return alias->second + std::string(written.substr(character.size()));
}

Result<Vocabulary> read_vocabulary(std::string_view xml) {
  const auto root = xml::parse(xml);
  if (!root) return root.error();
  if (root->name != "vocabulary" || root->namespace_uri != kVocabularyNamespace) {
    return vocabulary_error(root->where, ErrorCode::Unsupported,
                            "this is no vocabulary of " + std::string(kVocabularyNamespace),
                            root->name);
  }
  Vocabulary vocabulary;
  for (const xml::Element& element : root->children) {
    const auto added = add_row(vocabulary, element);
    if (!added) return added.error();
  }
  return vocabulary;
}

}  // namespace kine::plan
