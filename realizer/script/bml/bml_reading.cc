#include "realizer/script/bml/bml_reading.h"

#include <algorithm>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/script/bml/bml_reference.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/quoted_end.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

/// Names in one attribute: a tick looks for each of them among all blocks.
constexpr std::size_t kNamesMax = 64;

char lower(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte; }

/// Attributes of XML itself and of schemas say nothing about motion.
bool says_nothing(const xml::Attribute& attribute) {
  return attribute.namespace_uri.starts_with("http://www.w3.org/");
}

/// Whether we add an attribute of that name to the element.
bool is_name_added(const xml::Element& element, std::string_view name) {
  if (element.name == "locomotion") return name == "distance";
  if (element.name != "bml" && element.name != "gesture") return false;
  return name == "sketch" || name == "nucleus" || name == "tension" || name == "dynamics";
}

}  // namespace

bool is_added_by_us(const xml::Element& element, const xml::Attribute& attribute) {
  return attribute.namespace_uri == kNamespace && is_name_added(element, attribute.name);
}

xml::Element with_what_we_add(const xml::Element& element) {
  xml::Element ours;
  ours.name = element.name;
  ours.where = element.where;
  for (const xml::Attribute& attribute : element.attributes) {
    if (!is_added_by_us(element, attribute)) continue;
    ours.attributes.push_back(attribute);
    ours.attributes.back().namespace_uri.clear();
  }
  return ours;
}

void BmlReading::say_held_warnings() {
  if (!held) return;
  for (Warning& warning : *held) diagnostics.warn(std::move(warning));
  held.reset();
}

void BmlReading::warn(WarningKind kind, std::string about, Where where, std::string message) {
  Warning warning{
      .message = std::move(message), .where = where, .kind = kind, .about = std::move(about)};
  if (held) {
    held->push_back(std::move(warning));
  } else {
    diagnostics.warn(std::move(warning));
  }
}

void BmlReading::leave_out(Loss loss) {
  if (loss.fault.code == ErrorCode::LimitExceeded) {
    refused.add(std::move(loss.fault));
  } else if (loss.required) {
    loss.fault.message = "a required part cannot be done: " + loss.fault.message;
    refused.add(std::move(loss.fault));
  } else {
    warn(loss.kind, std::move(loss.about), loss.fault.where, std::move(loss.fault.message));
  }
}

bool BmlReading::count(std::size_t& counter, std::size_t more, std::size_t limit,
                       std::string_view what, Where where) {
  const bool was_fine = counter <= limit;
  counter += more;
  if (counter <= limit) return true;
  if (!was_fine) return false;  // which has been said
  refused.add({ErrorCode::LimitExceeded,
               "the " + std::string(what) + " of a block must be at most " + std::to_string(limit) +
                   ", not " + quoted(std::to_string(counter)),
               where});
  return false;
}

Tongue tongue_of(const xml::Element& element, BmlReading& reading) {
  const std::string& uri = element.namespace_uri;
  if (uri == kBmlNamespace || uri == kBmlExtensions) return Tongue::Core;
  if (uri == kNamespace) return Tongue::Ours;
  // Interrupting and the like were BMLT's before they were BMLA's.
  if (uri == kBmlaNamespace || uri == kBmltNamespace) return Tongue::Bmla;
  if (std::ranges::find(kOtherBmlNamespaces, uri) == std::end(kOtherBmlNamespaces)) {
    return Tongue::Other;
  }
  if (!reading.warned_of_namespace) {
    reading.warned_of_namespace = true;
    reading.warn(WarningKind::ParsingFailure, {}, element.where,
                 "<" + element.name + "> is " +
                     (uri.empty() ? "in no namespace" : "of " + quoted_end(uri)) +
                     ", and is read as if it had xmlns=\"" + std::string(kBmlNamespace) + "\"");
  }
  return Tongue::Core;
}

void warn_of_the_rest(const xml::Element& element, const Attributes& take, std::string_view about,
                      BmlReading& reading) {
  const auto warn = [&](const xml::Attribute& attribute) {
    const bool is_ours = attribute.namespace_uri == kNamespace;
    const bool is_bare = attribute.namespace_uri.empty() && is_name_added(element, attribute.name);
    reading.passed_over.push_back({element.where, attribute.name});
    reading.warn(
        WarningKind::CustomAttributeNotSupported, std::string(about), attribute.where,
        "unknown attribute of <" + element.name + "> is ignored" +
            (is_ours ? ", for of ours <bml> and <gesture> take sketch, nucleus, tension and "
                       "dynamics, and <locomotion> takes distance"
                     : "") +
            (is_bare ? ", for it needs the prefix of " + std::string(kNamespace) +
                           " (xmlns:k, k:" + attribute.name + ")"
                     : "") +
            ": " + quoted(attribute.name));
  };
  for (const xml::Attribute* attribute : take.left()) warn(*attribute);
  for (const xml::Attribute& attribute : element.attributes) {
    const bool is_read = says_nothing(attribute) || is_added_by_us(element, attribute);
    if (!attribute.namespace_uri.empty() && !is_read) warn(attribute);
  }
}

bool is_same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::optional<std::size_t> take_word(Attributes& take, std::string_view attribute,
                                     std::span<const std::string_view> words,
                                     std::span<const WordAlias> aliases) {
  const xml::Attribute* found = take.raw(attribute);
  if (found == nullptr) return {};
  std::string_view written = xml::trimmed(found->value);
  for (const WordAlias& alias : aliases) {
    if (is_same_word(written, alias.word)) written = alias.meant;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_same_word(written, words[i])) return i;
  }
  take.refuse(*found, ErrorCode::UnknownName, one_of_these(words));
  return {};
}

std::vector<Name> names_of(const xml::Attribute& attribute, FirstError& error) {
  std::vector<Name> names;
  std::string_view rest = attribute.value;
  for (;;) {
    if (names.size() == kNamesMax) {
      error.add({ErrorCode::LimitExceeded,
                 attribute.name + " has more than " + std::to_string(kNamesMax) + " names",
                 attribute.value_where});
      return names;
    }
    const std::size_t comma = rest.find(',');
    const std::string_view name = xml::trimmed(rest.substr(0, comma));
    auto fault = find_fault_of_name(name, attribute.value_where);
    if (name.empty()) {
      fault = Error{ErrorCode::Syntax,
                    attribute.name + " must be a list of names separated by commas, not " +
                        quoted(attribute.value),
                    attribute.value_where};
    }
    if (fault) error.add(*std::move(fault));
    names.push_back({std::string(name), attribute.value_where});
    if (comma == rest.npos) return names;
    rest.remove_prefix(comma + 1);
  }
}

std::vector<Name> take_names(Attributes& take, std::string_view attribute, FirstError& error) {
  const xml::Attribute* found = take.raw(attribute);
  return found == nullptr ? std::vector<Name>() : names_of(*found, error);
}

std::optional<SyncReference> take_reference(const xml::Attribute& attribute, BmlReading& reading) {
  auto reference = parse_reference(attribute.value, attribute.value_where, reading.block);
  if (reference) return *std::move(reference);
  reading.ours.error.add(reference.error());
  return {};
}

}  // namespace kine::script
