#include "server/session_log/json_tree.h"

#include <algorithm>
#include <utility>

#include "realizer/core/utf8.h"

namespace kine::server {

/// One pass over the line, without recursion: what is open stands in a list.
class JsonReading {
 public:
  explicit JsonReading(std::string_view line) : line_(line) {}

  Result<JsonTree> tree() {
    if (!read_value({}) || !read_rest()) return fault();
    skip_blanks();
    if (at_ < line_.size()) {
      fail("one object a line, and nothing behind it");
      return fault();
    }
    return std::move(tree_);
  }

 private:
  using Kind = JsonTree::Kind;

  /// An object or array whose end has not come.
  struct Open {
    std::uint32_t node = 0;
    std::uint32_t last = 0;  // of its parts
    std::size_t begin = 0;
  };

  Error fault() const {
    return {ErrorCode::Syntax,
            "no JSON: " + fault_,
            {.line = 0, .column = static_cast<std::uint32_t>(at_ + 1)}};
  }
  bool fail(std::string why) {
    fault_ = std::move(why);
    return false;
  }
  void skip_blanks() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t' || line_[at_] == '\r')) {
      ++at_;
    }
  }
  bool take(char wanted) {
    skip_blanks();
    if (at_ == line_.size() || line_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  /// Until everything that was opened is closed.
  bool read_rest() {
    while (!open_.empty()) {
      const bool is_object = tree_.nodes_[open_.back().node].kind == Kind::Object;
      if (take(is_object ? '}' : ']')) {
        close();
        continue;
      }
      if (open_.back().last != 0 && !take(',')) return fail("a ',' or an end is missing");
      std::string_view name;
      if (is_object) {
        if (!take('"')) return fail("a name in quotes is missing");
        const auto text = read_text();
        if (!text) return false;
        name = *text;
        if (!take(':')) return fail("a ':' is missing");
      }
      if (!read_value(name)) return false;
    }
    return true;
  }

  void close() {
    JsonTree::Node& node = tree_.nodes_[open_.back().node];
    node.source = line_.substr(open_.back().begin, at_ - open_.back().begin);
    open_.pop_back();
  }

  bool read_value(std::string_view name) {
    if (tree_.nodes_.size() == kJsonNodesMax) {
      return fail("past json_nodes_max of " + std::to_string(kJsonNodesMax));
    }
    skip_blanks();
    const std::size_t begin = at_;
    JsonTree::Node node{.name = name};
    if (take('{') || take('[')) {
      if (open_.size() == kJsonNestingMax) {
        return fail("past json_nesting_max of " + std::to_string(kJsonNestingMax));
      }
      node.kind = line_[begin] == '{' ? Kind::Object : Kind::Array;
    } else if (take('"')) {
      const auto text = read_text();
      if (!text) return false;
      node.kind = Kind::Text;
      node.source = *text;
    } else if (!read_word(node)) {
      return false;
    }
    const std::uint32_t index = add(std::move(node));
    const Kind kind = tree_.nodes_.back().kind;
    if (kind == Kind::Object || kind == Kind::Array)
      open_.push_back({.node = index, .begin = begin});
    return true;
  }

  std::uint32_t add(JsonTree::Node node) {
    const auto index = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_.push_back(node);
    if (open_.empty()) return index;
    Open& parent = open_.back();
    (parent.last == 0 ? tree_.nodes_[parent.node].first : tree_.nodes_[parent.last].next) = index;
    parent.last = index;
    return index;
  }

  /// Behind its first quote, up to and with its last.
  std::optional<std::string_view> read_text() {
    const std::size_t begin = at_;
    while (at_ < line_.size() && line_[at_] != '"') {
      if (static_cast<unsigned char>(line_[at_]) < ' ') break;
      at_ += line_[at_] == '\\' ? 2 : 1;
    }
    if (at_ >= line_.size() || line_[at_] != '"') {
      at_ = std::min(at_, line_.size());
      fail("a text without its end");
      return {};
    }
    return line_.substr(begin, at_++ - begin);
  }

  bool read_word(JsonTree::Node& node) {
    constexpr std::string_view kSigns = "+-.0123456789abcdefghijklmnopqrstuvwxyzE";
    const std::size_t begin = at_;
    while (at_ < line_.size() && kSigns.find(line_[at_]) != std::string_view::npos) ++at_;
    node.source = line_.substr(begin, at_ - begin);
    if (node.source == "null") {
      node.kind = Kind::Null;
    } else if (node.source == "true") {
      node.kind = Kind::True;
    } else if (node.source == "false") {
      node.kind = Kind::False;
    } else {
      node.kind = Kind::Number;
      // What reads numbers would take "nan" and "inf" as well.
      const bool is_number = node.source.find_first_not_of("+-.0123456789eE") == node.source.npos;
      if (is_number && number_of<double>(node)) return true;
      at_ = begin;
      return fail("a value is missing");
    }
    return true;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::string fault_;
  JsonTree tree_;
  std::vector<Open> open_;
};

Result<JsonTree> JsonTree::read(std::string_view line) { return JsonReading(line).tree(); }

const JsonTree::Node* JsonTree::find(const Node& object, std::string_view name) const {
  for (const Node* node = first_of(object); node != nullptr; node = after(*node)) {
    if (node->name == name) return node;
  }
  return nullptr;
}

namespace {

/// The four digits behind "\u".
std::optional<char32_t> code_unit(std::string_view text, std::size_t at) {
  constexpr std::size_t kDigits = 4;
  if (at + kDigits > text.size()) return {};
  unsigned unit = 0;
  const char* const begin = text.data() + at;
  const auto [end, fault] = std::from_chars(begin, begin + kDigits, unit, 16);
  if (fault != std::errc() || end != begin + kDigits) return {};
  return unit;
}

/// The character of an escape whose 'u' stands at `at`, which goes to its last digit.
std::optional<char32_t> escaped_character(std::string_view text, std::size_t& at) {
  constexpr std::size_t kDigits = 4;
  const auto unit = code_unit(text, at + 1);
  if (!unit) return {};
  at += kDigits;
  if (*unit < 0xD800 || *unit > 0xDFFF) return unit;
  if (*unit > 0xDBFF || text.substr(at + 1, 2) != "\\u") return {};
  const auto low = code_unit(text, at + 3);
  if (!low || *low < 0xDC00 || *low > 0xDFFF) return {};
  at += 2 + kDigits;
  return 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
}

}  // namespace

std::optional<std::string> text_of(const JsonTree::Node& node) {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (node.kind != JsonTree::Kind::Text) return {};
  std::string text;
  text.reserve(node.source.size());
  for (std::size_t i = 0; i < node.source.size(); ++i) {
    if (node.source[i] != '\\') {
      text += node.source[i];
      continue;
    }
    ++i;  // a text does not end with the sign of an escape
    if (node.source[i] == 'u') {
      const auto character = escaped_character(node.source, i);
      if (!character) return {};
      text += utf8_of(*character);
      continue;
    }
    const std::size_t letter = kLetters.find(node.source[i]);
    if (letter == std::string_view::npos) return {};
    text += kMeanings[letter];
  }
  return text;
}

}  // namespace kine::server
