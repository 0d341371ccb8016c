// What BML 1.0 has, item by item, written down by hand: what the table of conformance has a word
// on.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kine::conformance {

/// An element, or a message of feedback, and what belongs to it. Its items are called by its name
/// with what they are behind it: "head", "head@repetition", "head@lexeme=NOD", "head:strokeStart",
/// "speech/text".
struct Element {
  std::string_view section;  // "Block", "Behaviours"…
  std::string_view name;
  std::string_view parts;  // a blank between them: "@lexeme @lexeme=NOD :start /text"
};

std::span<const Element> standard();

/// The items of an element, itself first.
std::vector<std::string> items_of(const Element& element);

bool is_item(std::string_view item);

}  // namespace kine::conformance
