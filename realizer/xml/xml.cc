#include "realizer/xml/xml.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <pugixml.hpp>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/xml/namespaces.h"
#include "realizer/xml/scanner.h"

namespace kine::xml {
namespace {

/// Walks pugixml's tree and the scanner's marks side by side: both are in the order of the text.
/// Recursion is no deeper than kNestingMax, which the scanner has seen to.
class TreeBuilder {
 public:
  TreeBuilder(const Marks& marks, Leniency leniency) : marks_(marks), leniency_(leniency) {}

  /// The element with all that is in it, or nothing after the first error.
  std::optional<Element> build(pugi::xml_node node) {
    namespaces_.open_element();
    auto element = build_tag(node);
    if (!element) return {};
    for (const pugi::xml_node child : node.children()) {
      if (child.type() == pugi::node_element) {
        auto built = build(child);
        if (!built) return {};
        built->text_before = element->text.size();
        element->children.push_back(*std::move(built));
      } else {
        element->text += child.value();
      }
    }
    namespaces_.close_element();
    return element;
  }

  /// The element without what is in it.
  std::optional<Element> build_tag(pugi::xml_node node) {
    KINE_ASSERT(next_element_ < marks_.elements.size());
    const ElementMark& mark = marks_.elements[next_element_++];
    const std::size_t first_attribute = next_attribute_;
    if (!declare_namespaces(node)) return {};
    const QualifiedName name = split_name(node.name());
    const auto uri = uri_of(name.prefix, mark.where);
    if (!uri) return {};
    Element element;
    element.name = name.local;
    element.namespace_uri = *uri;
    element.where = mark.where;
    element.text_where = mark.text_where;
    next_attribute_ = first_attribute;
    if (!build_attributes(node, element)) return {};
    return element;
  }

  Error error() const { return error_; }

 private:
  const AttributeMark& next_attribute() {
    KINE_ASSERT(next_attribute_ < marks_.attributes.size());
    return marks_.attributes[next_attribute_++];
  }

  bool declare_namespaces(pugi::xml_node node) {
    for (const pugi::xml_attribute attribute : node.attributes()) {
      const AttributeMark& mark = next_attribute();
      const auto prefix = Namespaces::declared_prefix(attribute.name());
      if (!prefix) continue;
      const auto fault = namespaces_.declare(*prefix, attribute.value());
      if (fault) return fail(mark.where, *fault + ", unlike " + quoted(attribute.name()));
    }
    return true;
  }

  bool build_attributes(pugi::xml_node node, Element& element) {
    for (const pugi::xml_attribute attribute : node.attributes()) {
      const AttributeMark& mark = next_attribute();
      if (Namespaces::declared_prefix(attribute.name())) continue;
      const QualifiedName name = split_name(attribute.name());
      // An attribute without a prefix is in no namespace, whatever the default one is.
      const auto uri = uri_of_attribute(name.prefix, mark.where);
      if (!uri) return false;
      const auto same = [&](const Attribute& other) {
        return other.name == name.local && other.namespace_uri == *uri;
      };
      if (std::any_of(element.attributes.begin(), element.attributes.end(), same)) {
        return fail(mark.where,
                    "duplicate attribute under two prefixes: " + quoted(attribute.name()));
      }
      element.attributes.push_back({std::string(name.local), std::string(*uri), attribute.value(),
                                    mark.where, mark.value_where});
    }
    return true;
  }

  std::optional<std::string_view> uri_of_attribute(std::string_view prefix, Where where) {
    if (prefix.empty()) return std::string_view();
    const auto declared = namespaces_.find_uri(prefix);
    if (!declared && leniency_.undeclared_prefixes) return prefix;
    return uri_of(prefix, where);
  }

  std::optional<std::string_view> uri_of(std::string_view prefix, Where where) {
    const auto uri = namespaces_.find_uri(prefix);
    if (!uri) fail(where, "no namespace is declared for the prefix " + quoted(prefix));
    return uri;
  }

  bool fail(Where where, std::string message) {
    error_ = {ErrorCode::Syntax, std::move(message), where};
    return false;
  }

  const Marks& marks_;
  const Leniency leniency_;
  std::size_t next_element_ = 0;
  std::size_t next_attribute_ = 0;
  Namespaces namespaces_;
  Error error_;
};

unsigned options_of(Leniency leniency) {
  return leniency.blanks_are_text ? pugi::parse_default | pugi::parse_ws_pcdata
                                  : pugi::parse_default;
}

}  // namespace

const Attribute* Element::find_attribute(std::string_view attribute) const {
  for (const Attribute& candidate : attributes) {
    if (candidate.name == attribute && candidate.namespace_uri.empty()) return &candidate;
  }
  return nullptr;
}

Result<Element> parse(std::string_view text, Leniency leniency) {
  text.remove_prefix(byte_order_mark_size(text));
  const auto marks = scan(text, Until::End);
  if (!marks) return marks.error();
  pugi::xml_document document;
  const auto parsed =
      document.load_buffer(text.data(), text.size(), options_of(leniency), pugi::encoding_utf8);
  if (!parsed) return Error{ErrorCode::Syntax, std::string(parsed.description()), {}};
  TreeBuilder builder(*marks, leniency);
  auto root = builder.build(document.document_element());
  if (!root) return builder.error();
  return *std::move(root);
}

Result<std::string> parse_root_name(std::string_view text) {
  text.remove_prefix(byte_order_mark_size(text));
  const auto marks = scan(text, Until::RootTag);
  if (!marks) return marks.error();
  // The end tag is missing, which pugixml says, and has built the root by then.
  pugi::xml_document document;
  document.load_buffer(text.data(), marks->root_tag_end, pugi::parse_default, pugi::encoding_utf8);
  TreeBuilder builder(*marks, {.undeclared_prefixes = true});
  const auto root = builder.build_tag(document.document_element());
  if (!root) return builder.error();
  return root->namespace_uri.empty() ? root->name : "{" + root->namespace_uri + "}" + root->name;
}

}  // namespace kine::xml
