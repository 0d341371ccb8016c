#include "realizer/xml/scanner.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/xml/characters.h"
#include "realizer/xml/declaration.h"
#include "realizer/xml/places.h"

namespace kine::xml {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string past_limit(std::string_view what, std::size_t limit, std::size_t value) {
  return std::string(what) + " must be at most " + std::to_string(limit) + ", not " +
         quoted(std::to_string(value));
}

std::optional<char32_t> digit_value(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<char32_t>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<char32_t>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<char32_t>(digit - 'A' + 10);
  return {};
}

bool is_reference(std::string_view name) {
  constexpr std::string_view kEntities[] = {"lt", "gt", "amp", "apos", "quot"};
  if (std::find(std::begin(kEntities), std::end(kEntities), name) != std::end(kEntities)) {
    return true;
  }
  if (name.substr(0, 1) != "#") return false;
  const bool hexadecimal = name.substr(0, 2) == "#x";
  const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
  const char32_t radix = hexadecimal ? 16 : 10;
  char32_t point = 0;
  for (const char digit : digits) {
    const auto value = digit_value(digit);
    if (!value || *value >= radix) return false;
    point = std::min<char32_t>(point * radix + *value, 0x110000);
  }
  return !digits.empty() && is_xml_character(point);
}

std::string lower_cased(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

/// Each scan_x stands at the first byte of what it is named after and moves behind it, or is false
/// and leaves the first error.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), places_(text) {}

  Result<Marks> run(Until until) {
    if (scan_all(until)) return std::move(marks_);
    return *std::move(error_);
  }

 private:
  struct OpenElement {
    std::string_view name;
    std::size_t mark;  // its index in marks_.elements
  };

  bool scan_all(Until until) {
    if (!check_characters() || !skip_declaration()) return false;
    while (at_ < text_.size()) {
      const bool fine = text_[at_] == '<' ? scan_markup() : scan_text();
      if (!fine) return false;
      if (until == Until::RootTag && !marks_.elements.empty()) return true;
    }
    if (!open_.empty()) {
      return fail(at_, "the text ends before the end tag " + quoted(end_tag_due()));
    }
    if (marks_.elements.empty()) return fail(at_, "the text ends before any element");
    return true;
  }

  // Of the whole text.

  bool check_characters() {
    if (text_.size() > kScriptBytesMax) {
      error_ = Error{ErrorCode::LimitExceeded,
                     past_limit("the bytes of a text", kScriptBytesMax, text_.size()),
                     {}};
      return false;
    }
    const auto forbidden = find_forbidden(text_);
    if (!forbidden) return true;
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(text_[*forbidden]);
    const std::string shown = {'0', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    const bool utf8 = decode(text_.substr(*forbidden)).bytes > 0;
    return fail(*forbidden, (utf8 ? "XML has no place for the character that starts with byte "
                                  : "the text is not UTF-8 at byte ") +
                                quoted(shown));
  }

  bool skip_declaration() {
    if (!starts_with("<?xml") || text_.size() <= 5 || !is_blank(text_[5])) return true;
    const Declaration declaration = read_declaration(text_);
    if (declaration.fault) return fail(declaration.end, *declaration.fault, declaration.code);
    at_ = declaration.end;
    return true;
  }

  // Markup.

  bool scan_markup() {
    if (starts_with("<!--")) return scan_comment();
    if (starts_with("<![CDATA[")) return scan_cdata();
    if (starts_with("<!DOCTYPE")) {
      return fail(at_, "a script must not have a DOCTYPE, but has '<!DOCTYPE'",
                  ErrorCode::Unsupported);
    }
    if (starts_with("<?")) return scan_instruction();
    if (starts_with("</")) return scan_end_tag();
    return scan_start_tag();
  }

  bool scan_comment() {
    const std::size_t end = text_.find("--", at_ + 4);
    if (end == text_.npos) return fail(at_, "the text ends before the end of the comment '<!--'");
    if (text_.substr(end, 3) != "-->") return fail(end, "a comment must not contain '--'");
    at_ = end + 3;
    return true;
  }

  bool scan_cdata() {
    constexpr std::size_t kOpening = 9;
    if (open_.empty()) return fail(at_, "text stands outside of the root element, '<![CDATA['");
    const std::size_t end = text_.find("]]>", at_ + kOpening);
    if (end == text_.npos) return fail(at_, "the text ends before the end of '<![CDATA['");
    const std::string_view inside = text_.substr(at_ + kOpening, end - at_ - kOpening);
    if (!trimmed(inside).empty()) mark_text(at_);
    at_ = end + 3;
    return true;
  }

  bool scan_instruction() {
    const std::size_t begin = at_;
    at_ += 2;
    const std::string_view target = take_name();
    if (target.empty() || target.find(':') != target.npos) {
      return fail(begin + 2, "a processing instruction needs a name, not " + quoted(shown_here()));
    }
    if (lower_cased(target) == "xml") {
      return fail(begin, "an XML declaration stands only at the start of a text, not " +
                             quoted("<?" + std::string(target)));
    }
    const std::size_t end = text_.find("?>", at_);
    if (end == text_.npos) {
      return fail(begin, "the text ends before the end of " + quoted("<?" + std::string(target)));
    }
    if (end != at_ && !is_blank(text_[at_])) {
      return fail(at_, "a name must not contain " + quoted(shown_here()));
    }
    at_ = end + 2;
    return true;
  }

  bool scan_end_tag() {
    const std::size_t begin = at_;
    at_ += 2;
    const std::string_view name = take_name();
    skip_blanks();
    if (at_ == text_.size())
      return fail(at_, "the text ends within the end tag " + shown_from(begin));
    if (text_[at_] != '>') return fail(at_, "an end tag must not contain " + quoted(shown_here()));
    ++at_;
    if (open_.empty()) return fail(begin, "an end tag closes no element, " + shown_from(begin));
    if (name != open_.back().name) {
      return fail(begin, "expected the end tag " + end_tag_due() + ", not " + shown_from(begin));
    }
    open_.pop_back();
    return true;
  }

  bool scan_start_tag() {
    const std::size_t begin = at_++;
    const auto name = scan_name("element");
    if (!name || !check_element_limits(begin, *name)) return false;
    marks_.elements.push_back({places_.at(begin), {}});
    open_.push_back({*name, marks_.elements.size() - 1});
    attribute_names_.clear();
    while (true) {
      const bool blank = skip_blanks();
      if (at_ == text_.size()) {
        return fail(at_, "the text ends within the tag of the element " + quoted(*name));
      }
      if (text_[at_] == '>' || starts_with("/>")) break;
      if (!blank) return fail(at_, "expected a blank before " + quoted(shown_here()));
      if (!scan_attribute(*name)) return false;
    }
    if (text_[at_] == '/') {
      open_.pop_back();
      ++at_;
    }
    ++at_;
    if (marks_.elements.size() == 1) marks_.root_tag_end = at_;
    return true;
  }

  bool check_element_limits(std::size_t begin, std::string_view name) {
    if (open_.empty() && !marks_.elements.empty()) {
      return fail(begin, "a text has one root element; this is a second one: " + quoted(name));
    }
    if (open_.size() >= kNestingMax) {
      return fail_limit(begin, "the nesting of elements", kNestingMax, open_.size() + 1);
    }
    if (marks_.elements.size() >= kElementsMax) {
      return fail_limit(begin, "the elements of a text", kElementsMax, marks_.elements.size() + 1);
    }
    return true;
  }

  bool scan_attribute(std::string_view element) {
    const std::size_t begin = at_;
    const auto name = scan_name("attribute");
    if (!name) return false;
    if (std::find(attribute_names_.begin(), attribute_names_.end(), *name) !=
        attribute_names_.end()) {
      return fail(begin, "duplicate attribute: " + quoted(*name));
    }
    attribute_names_.push_back(*name);
    if (attribute_names_.size() > kAttributesMax) {
      return fail_limit(begin, "the attributes of an element", kAttributesMax,
                        attribute_names_.size());
    }
    skip_blanks();
    if (at_ < text_.size() && text_[at_] != '=') {
      return fail(at_, "expected '=' after an attribute's name, not " + quoted(shown_here()));
    }
    at_ += at_ < text_.size() ? 1 : 0;
    skip_blanks();
    if (at_ == text_.size()) {
      return fail(at_, "the text ends within the tag of the element " + quoted(element));
    }
    return scan_value(begin, *name);
  }

  bool scan_value(std::size_t name_begin, std::string_view name) {
    const char quote = text_[at_];
    if (quote != '"' && quote != '\'') {
      return fail(at_, "an attribute's value must be in quotes, not " + quoted(shown_here()));
    }
    const std::size_t begin = ++at_;
    marks_.attributes.push_back({places_.at(name_begin), places_.at(begin)});
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '<') {
        return fail(at_, "the value of an attribute must not contain '<', that of " + quoted(name));
      }
      if (text_[at_] == '&') {
        if (!scan_reference()) return false;
      } else {
        ++at_;
      }
    }
    if (at_ == text_.size()) {
      return fail(at_, "the text ends within the value of the attribute " + quoted(name));
    }
    ++at_;
    return true;
  }

  // Text.

  bool scan_text() {
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view all = text_.substr(begin, end - begin);
    const std::size_t first = all.find_first_not_of(" \t\r\n");
    if (first != all.npos) {
      if (open_.empty()) {
        return fail(begin + first,
                    "text stands outside of the root element, " + quoted(trimmed(all)));
      }
      mark_text(begin + first);
    }
    const std::size_t cdata_end = all.find("]]>");
    if (cdata_end != all.npos) return fail(begin + cdata_end, "text must not contain ']]>'");
    for (auto and_sign = all.find('&'); and_sign != all.npos;
         and_sign = all.find('&', at_ - begin)) {
      at_ = begin + and_sign;
      if (!scan_reference()) return false;
    }
    at_ = end;
    return true;
  }

  bool scan_reference() {
    const std::size_t begin = at_;
    constexpr std::size_t kLongest = 32;  // nobody writes more zeros before a number
    const std::size_t size = text_.substr(begin, kLongest).find(';');
    const std::string_view name =
        size == text_.npos ? std::string_view() : text_.substr(begin + 1, size - 1);
    if (!is_reference(name)) {
      return fail(begin, "an '&' starts a reference like '&amp;' or '&#65;', not " +
                             quoted(text_.substr(begin, size == text_.npos ? 1 : size + 1)));
    }
    at_ = begin + size + 1;
    return true;
  }

  void mark_text(std::size_t offset) {
    Where& where = marks_.elements[open_.back().mark].text_where;
    if (where == Where{}) where = places_.at(offset);
  }

  // Names.

  /// The longest name here, empty if there is none.
  std::string_view take_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const DecodedCharacter next = decode(text_.substr(at_, 4));
      if (!(at_ == begin ? is_name_start(next.point) : is_name_character(next.point))) break;
      at_ += next.bytes;
    }
    return text_.substr(begin, at_ - begin);
  }

  /// The name of an element or attribute, with or without one prefix.
  std::optional<std::string_view> scan_name(std::string_view whose) {
    const std::size_t begin = at_;
    const std::string_view name = take_name();
    if (name.empty()) {
      at_ == text_.size() ? fail(at_, "the text ends after '<', where a name is expected")
                          : fail(at_, "no name of an " + std::string(whose) + " starts with " +
                                          quoted(shown_here()));
      return {};
    }
    if (name.size() > kNameBytesMax) {
      fail_limit(begin, "the bytes of a name", kNameBytesMax, name.size());
      return {};
    }
    const std::size_t colon = name.find(':');
    const std::string_view local = colon == name.npos ? name : name.substr(colon + 1);
    if (colon == 0 || local.find(':') != local.npos || !is_name_start(decode(local).point)) {
      fail(begin, "a name has at most one prefix before one colon, not " + quoted(name));
      return {};
    }
    return name;
  }

  // Small steps.

  bool starts_with(std::string_view start) const {
    return text_.substr(at_, start.size()) == start;
  }

  bool skip_blanks() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    return at_ > begin;
  }

  std::string end_tag_due() const { return "</" + std::string(open_.back().name) + ">"; }

  /// The character here, for a message.
  std::string_view shown_here() const {
    return text_.substr(at_, std::max<std::size_t>(1, decode(text_.substr(at_, 4)).bytes));
  }

  std::string shown_from(std::size_t begin) const {
    return quoted(text_.substr(begin, at_ - begin));
  }

  bool fail(std::size_t offset, std::string message, ErrorCode code = ErrorCode::Syntax) {
    error_ = Error{code, std::move(message), places_.at(offset)};
    return false;
  }

  bool fail_limit(std::size_t offset, std::string_view what, std::size_t limit, std::size_t value) {
    return fail(offset, past_limit(what, limit, value), ErrorCode::LimitExceeded);
  }

  std::string_view text_;
  Places places_;
  std::size_t at_ = 0;
  std::vector<OpenElement> open_;
  std::vector<std::string_view> attribute_names_;  // of the tag that is being scanned
  Marks marks_;
  std::optional<Error> error_;
};

}  // namespace

std::size_t byte_order_mark_size(std::string_view text) {
  return text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
}

Result<Marks> scan(std::string_view text, Until until) { return Scanner(text).run(until); }

}  // namespace kine::xml
