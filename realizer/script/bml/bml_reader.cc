// BML 1.0: a block, its composition, and what stands in it.

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/script/bml/bml_behaviour.h"
#include "realizer/script/bml/bml_constraints.h"
#include "realizer/script/bml/bml_links.h"
#include "realizer/script/bml/bml_reading.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/kinesphere/kinesphere_elements.h"
#include "realizer/script/kinesphere/kinesphere_forces.h"
#include "realizer/script/kinesphere/kinesphere_sketch.h"
#include "realizer/script/quoted_end.h"
#include "realizer/script/reader.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"
#include "realizer/xml/xml.h"

namespace kine::script {
namespace {

/// Where behaviours may stand: a block, or <required> in it.
bool holds_behaviours(const xml::Element& element) { return element.name == "required"; }

/// What is wrong with an id; empty where all is well. A feedback message is block:behaviour:point,
/// and "bml" is the block, so neither a colon nor that may be in one.
std::string fault_of_id(const std::string& id, const std::map<std::string, Where>& seen) {
  if (id == kBlockItself) return "reserved id " + quoted(id) + ": it names the block itself";
  if (id.find(':') != std::string::npos) {
    return "id " + quoted(id) + " has a colon, which separates block, behaviour and point";
  }
  const auto first = seen.find(id);
  if (first == seen.end()) return "";
  const Where& where = first->second;
  return "duplicate id " + quoted(id) + ": first used at " + std::to_string(where.line) + ":" +
         std::to_string(where.column);
}

/// Every id of a behaviour.
void collect_ids(const xml::Element& parent, std::map<std::string, Where>& seen,
                 BmlReading& reading) {
  for (const xml::Element& child : parent.children) {
    if (holds_behaviours(child)) {
      collect_ids(child, seen, reading);
      continue;
    }
    const bool definition = child.namespace_uri == kNamespace && child.name != "sequence" &&
                            child.name != "gesture" && child.name != kBodyLanguageElement;
    const xml::Attribute* id = child.find_attribute("id");
    if (id == nullptr || definition || child.name == "constraint") continue;
    Attributes take(child, reading.refused);
    const Name name = take.name("id");
    const std::string fault = fault_of_id(name.text, seen);
    if (!fault.empty()) reading.refused.add({ErrorCode::Syntax, fault, id->value_where});
    reading.ids.insert(name.text);
    seen.try_emplace(name.text, child.where);
  }
}

/// The names between the parentheses of "APPEND-AFTER(b1,b2)", or nothing.
std::optional<xml::Attribute> find_append_after(const xml::Attribute& composition) {
  constexpr std::string_view kWord = "APPEND-AFTER(";
  const std::string_view text = xml::trimmed(composition.value);
  if (!is_same_word(text.substr(0, kWord.size()), kWord) || !text.ends_with(')')) return {};
  xml::Attribute names = composition;
  names.value = text.substr(kWord.size(), text.size() - kWord.size() - 1);
  return names;
}

constexpr WordAlias kCompositionAliases[] = {{"blend", "MERGE"}, {"overlap", "MERGE"}};

void take_composition(Attributes& take, Composition& composition, BmlReading& reading) {
  const xml::Attribute* attribute = take.raw("composition");
  if (attribute == nullptr) return;
  if (const auto after = find_append_after(*attribute)) {
    composition.append_after = names_of(*after, reading.refused);
    return;
  }
  const std::string_view text = xml::trimmed(attribute->value);
  for (const WordAlias& alias : kCompositionAliases) {
    if (is_same_word(text, alias.word)) return;
  }
  for (std::size_t i = 0; i < std::size(kCompositionWords); ++i) {
    if (!is_same_word(text, kCompositionWords[i])) continue;
    composition.kind = static_cast<Composition::Kind>(i);
    return;
  }
  reading.warn(WarningKind::ParsingFailure, {}, attribute->value_where,
               "composition must be " + one_of_these(kCompositionWords) +
                   ", so the block is merged, not " + quoted(text));
}

struct BmlaRow {
  std::string_view attribute;
  std::vector<Name> Composition::*names;
};

constexpr BmlaRow kBmlaRows[] = {
    {"appendAfter", &Composition::append_after}, {"prependBefore", &Composition::prepend_before},
    {"chunkAfter", &Composition::chunk_after},   {"chunkBefore", &Composition::chunk_before},
    {"interrupt", &Composition::interrupt},      {"onStart", &Composition::on_start}};

/// Whether BMLA's attribute is one that we know.
bool take_bmla(const xml::Attribute& attribute, Composition& composition, BmlReading& reading) {
  if (attribute.name == "preplan") {
    const std::string_view value = xml::trimmed(attribute.value);
    composition.preplan = value == "true" || value == "1";
    return true;
  }
  const auto row = std::ranges::find(kBmlaRows, attribute.name, &BmlaRow::attribute);
  if (row == std::end(kBmlaRows)) return false;
  composition.*(row->names) = names_of(attribute, reading.refused);
  return true;
}

void take_foreign_attributes(const xml::Element& root, Composition& composition,
                             BmlReading& reading) {
  xml::Element rest = root;
  rest.children.clear();
  std::erase_if(rest.attributes, [&](const xml::Attribute& attribute) {
    return attribute.namespace_uri.empty() || (attribute.namespace_uri == kBmlaNamespace &&
                                               take_bmla(attribute, composition, reading));
  });
  warn_of_the_rest(rest, Attributes(rest, reading.refused), {}, reading);
}

/// How the character does all of the block, where the block says so.
void take_manner(const xml::Element& root, Document& document, BmlReading& reading) {
  const xml::Element ours = with_what_we_add(root);
  if (ours.attributes.empty()) return;
  reading.ours.error = {};
  read_character(ours, document, reading.ours);
  if (const auto& fault = reading.ours.error.found()) reading.refused.add(*fault);
}

/// Whose block it is; "character" in drafts before 1.0, "agent" in the first EMBOTS.
Name take_character(const xml::Element& root, Attributes& take, BmlReading& reading) {
  constexpr std::string_view kBefore[] = {"character", "agent"};
  if (take.has("characterId")) return take.name("characterId");
  for (const std::string_view before : kBefore) {
    if (!take.has(before)) continue;
    reading.warn(
        WarningKind::ParsingFailure, {}, root.where,
        "the character of a <bml> is named by 'characterId', which is read for " + quoted(before));
    return take.name(before);
  }
  return {};
}

/// What stands in no other namespace than its element's.
xml::Element without_prefixes(const xml::Element& root) {
  xml::Element bare = root;
  bare.children.clear();
  std::erase_if(bare.attributes,
                [](const xml::Attribute& attribute) { return !attribute.namespace_uri.empty(); });
  return bare;
}

Document read_block(const xml::Element& root, BmlReading& reading) {
  Attributes take(root, reading.refused);
  Document document;
  document.dialect = Dialect::Bml;
  document.id = take.name("id");
  document.character = take_character(root, take, reading);
  reading.block = document.id.text;
  const bool fine =
      document.id.text != kBlockItself && document.id.text.find(':') == std::string::npos;
  if (!fine) {
    take.refuse(*take.raw("id"), ErrorCode::Syntax, "a name without a colon and other than bml");
  }
  if (document.id.empty()) {
    reading.refused.add({ErrorCode::Syntax, "<bml> needs the attribute 'id'", root.where});
  }
  static_cast<void>(tongue_of(root, reading));
  document.behaviours.emplace();
  take_composition(take, document.behaviours->composition, reading);
  // Drafts had more to say of a block, which says nothing of motion.
  if (root.namespace_uri == kDraftNamespace) {
    warn_of_the_rest(without_prefixes(root), take, {}, reading);
  } else {
    take.done();
  }
  take_foreign_attributes(root, document.behaviours->composition, reading);
  take_manner(root, document, reading);
  return document;
}

struct Definition {
  std::string_view element;
  void (*read)(const xml::Element& element, Document& document, KinesphereReading& reading);
};

constexpr Definition kDefinitions[] = {{"character", read_character},
                                       {"nucleus", read_nucleus},
                                       {"tension", read_named_tension},
                                       {"sketch", read_sketch},
                                       {"edit", read_edit},
                                       {"push", read_push},
                                       {"load", read_load}};

/// Whether it is one of our own definitions. A bad one refuses the block.
bool read_definition(const xml::Element& element, Document& document, BmlReading& reading) {
  const auto found = std::ranges::find(kDefinitions, element.name, &Definition::element);
  if (found == std::end(kDefinitions)) return false;
  reading.ours.error = {};
  found->read(element, document, reading.ours);
  if (const auto& fault = reading.ours.error.found()) reading.refused.add(*fault);
  return true;
}

void read_in_block(const xml::Element& parent, Demand demand, Document& document,
                   BmlReading& reading) {
  if (parent.text_where != Where{}) {
    reading.warn(WarningKind::ParsingFailure, {}, parent.text_where,
                 "<" + parent.name + "> takes no text, " + quoted(xml::trimmed(parent.text)));
  }
  Behaviours& block = *document.behaviours;
  for (const xml::Element& child : parent.children) {
    const Tongue tongue = tongue_of(child, reading);
    if (tongue == Tongue::Core && child.name == "required") {
      read_in_block(child, Demand::Required, document, reading);
    } else if (tongue == Tongue::Core && child.name == "constraint") {
      std::ranges::move(read_constraint(child, demand, reading),
                        std::back_inserter(block.constraints));
    } else if (tongue == Tongue::Ours && read_definition(child, document, reading)) {
      continue;
    } else if (auto behaviour = read_behaviour(child, tongue, demand, reading)) {
      block.behaviours.push_back(*std::move(behaviour));
    }
  }
}

struct UsualPrefix {
  std::string_view prefix;
  std::string_view uri;
};

constexpr UsualPrefix kUsualPrefixes[] = {{"bml", kBmlNamespace},
                                          {"ext", kBmlExtensions},
                                          {"bmla", kBmlaNamespace},
                                          {"bmlt", kBmltNamespace},
                                          {"bmlis", kBmlisNamespace}};

/// Of a prefix that nobody declared: what declares it.
Error with_declaration(Error fault) {
  constexpr std::string_view kUndeclared = "no namespace is declared for the prefix '";
  if (!fault.message.starts_with(kUndeclared)) return fault;
  const std::string prefix =
      fault.message.substr(kUndeclared.size(), fault.message.size() - kUndeclared.size() - 1);
  const auto usual = std::ranges::find(kUsualPrefixes, prefix, &UsualPrefix::prefix);
  const bool is_known = usual != std::end(kUsualPrefixes);
  fault.message += "; add xmlns:" + prefix +
                   (is_known ? "=\"" + std::string(usual->uri) + "\""
                             : std::string(" with the namespace that is meant"));
  return fault;
}

class BmlReader : public Reader {
 public:
  bool accepts(std::string_view root, std::string_view) const override {
    if (root.starts_with("{" + std::string(kBmlNamespace) + "}")) return true;
    return std::ranges::any_of(kOtherBmlNamespaces, [&](std::string_view uri) {
      return root == (uri.empty() ? "bml" : "{" + std::string(uri) + "}bml");
    });
  }

  Result<Document> read(std::string_view text, Diagnostics& diagnostics) const override {
    const auto root = xml::parse(text, {.blanks_are_text = true});
    if (!root) return with_declaration(root.error());
    const std::string& uri = root->namespace_uri;
    if (root->name != "bml" || !accepts(uri.empty() ? "bml" : "{" + uri + "}bml", text)) {
      return Error{ErrorCode::Unsupported,
                   "the root of a block must be <bml xmlns=\"" + std::string(kBmlNamespace) +
                       "\">, not " + quoted(root->name) + " of " + quoted_end(uri),
                   root->where};
    }
    BmlReading reading{.diagnostics = diagnostics};
    Document document = read_block(*root, reading);
    std::map<std::string, Where> seen;
    collect_ids(*root, seen, reading);
    read_in_block(*root, Demand::Optional, document, reading);
    if (!reading.refused.found()) check_links(*document.behaviours, reading);
    if (reading.refused.found()) return *reading.refused.found();
    return document;
  }
};

}  // namespace

const Reader& bml_reader() {
  static const BmlReader reader;
  return reader;
}

}  // namespace kine::script
