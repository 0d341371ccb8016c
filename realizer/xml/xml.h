// XML as we accept it: text in, a tree out in which every element and attribute knows its place.
//
//   text --scan (well-formed? where is what?)--> marks --pugixml--> Element
//
// The scanner is ours, because pugixml takes texts that are no XML (two roots, an attribute twice,
// bad UTF-8) and knows no places of attributes. A DOCTYPE is refused, so nothing ever expands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::xml {

struct Attribute {
  std::string name;           // without its prefix
  std::string namespace_uri;  // empty for an attribute without a prefix
  std::string value;          // entities resolved
  Where where;                // of its name
  Where value_where;          // of the first byte between the quotes
};

struct Element {
  std::string name;                   // without its prefix
  std::string namespace_uri;          // empty where none is declared
  std::vector<Attribute> attributes;  // as written, `xmlns` declarations left out
  std::vector<Element> children;
  std::string text;             // the character data directly in it, joined
  std::size_t text_before = 0;  // how many bytes of its parent's text stand before it
  Where where;                  // of its '<'
  Where text_where;  // of the first byte of its text that is no blank; 0:0 if there is none

  /// The attribute of that name without a namespace, or nullptr.
  const Attribute* find_attribute(std::string_view attribute) const;
};

/// What a dialect takes that is looser than ours.
struct Leniency {
  /// An attribute whose prefix nobody declared has that prefix for its namespace.
  bool undeclared_prefixes = false;
  /// Blanks between two elements are text, as in prose with elements in it.
  bool blanks_are_text = false;
};

/// The root element of a well-formed text within the limits of core/limits.h.
Result<Element> parse(std::string_view text, Leniency leniency = {});

/// The root element's name in Clark's notation ("{urn:x}script", or "script" without a namespace).
/// Looks no further than the root's start tag, and not at the prefixes of its attributes.
Result<std::string> parse_root_name(std::string_view text);

}  // namespace kine::xml
