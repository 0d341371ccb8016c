// A line of JSON as a tree whose numbers and strings are still text: so an integer of 64 bits and a
// -0.0 come back as they were written, which doubles in between would not do.
//
//   a line --JsonTree::read--> nodes, each a place in the line --number, text--> values
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

/// Nodes of a line: ten minutes of speech, a word and a sound each tenth of a second, have fewer.
/// "[0,0,…" takes thirty times its bytes as nodes.
inline constexpr std::size_t kJsonNodesMax = 1'000'000;

/// Objects and arrays within each other.
inline constexpr std::size_t kJsonNestingMax = 16;

class JsonTree {
 public:
  enum class Kind : std::uint8_t { Null, False, True, Number, Text, Array, Object };

  struct Node {
    Kind kind = Kind::Null;
    std::string_view source;  // of a text what stands between its quotes
    std::string_view name;    // likewise; empty: its parent is no object
    std::uint32_t next = 0;   // the next part of its parent; 0: it is the last
    std::uint32_t first = 0;  // of its parts; 0: there are none
  };

  /// `line` outlives the tree. The error says the column.
  static Result<JsonTree> read(std::string_view line);

  const Node& root() const { return nodes_.front(); }

  /// Null where there is none.
  const Node* first_of(const Node& parent) const { return at(parent.first); }
  const Node* after(const Node& node) const { return at(node.next); }
  const Node* find(const Node& object, std::string_view name) const;

 private:
  friend class JsonReading;

  const Node* at(std::uint32_t index) const { return index == 0 ? nullptr : &nodes_[index]; }

  std::vector<Node> nodes_;
};

/// What a text means, its escapes resolved; nothing where one of them is none.
std::optional<std::string> text_of(const JsonTree::Node& node);

/// The number, exactly; nothing where it is no number or does not fit, as 1e999 does not.
template <class Number>
std::optional<Number> number_of(const JsonTree::Node& node) {
  if (node.kind != JsonTree::Kind::Number) return {};
  Number number{};
  const char* const end = node.source.data() + node.source.size();
  const auto [at, fault] = std::from_chars(node.source.data(), end, number);
  if (fault != std::errc() || at != end) return {};
  return number;
}

}  // namespace kine::server
