#include "realizer/xml/declaration.h"

#include <algorithm>

#include "realizer/core/number.h"
#include "realizer/xml/characters.h"

namespace kine::xml {
namespace {

constexpr std::string_view kNames[] = {"version", "encoding", "standalone"};

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

bool is_version(std::string_view value) {
  return value.size() > 2 && value.substr(0, 2) == "1." &&
         std::all_of(value.begin() + 2, value.end(), is_digit);
}

bool is_encoding(std::string_view value) {
  std::string upper(value);
  for (char& letter : upper) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return upper == "UTF-8" || upper == "UTF8" || upper == "US-ASCII" || upper == "ASCII";
}

class DeclarationReader {
 public:
  explicit DeclarationReader(std::string_view text) : text_(text) {}

  Declaration read() {
    std::size_t next = 0;  // the names come in their order, and only the version must be there
    while (true) {
      const bool blank = skip_blanks();
      if (text_.substr(at_, 2) == "?>") break;
      const std::size_t found = find_name(next);
      if (!blank || found == std::size(kNames) || (next == 0 && found != 0)) return malformed();
      next = found + 1;
      at_ += kNames[found].size();
      const auto value = read_value();
      if (!value) return malformed();
      if (found == 0 && !is_version(*value)) return fault("the version of XML is 1.0", *value);
      if (found == 1 && !is_encoding(*value)) return fault("the encoding is UTF-8", *value);
      if (found == 2 && *value != "yes" && *value != "no") {
        return fault("standalone is yes or no", *value);
      }
    }
    if (next == 0) return malformed();
    return {at_ + 2, {}, ErrorCode::Syntax};
  }

 private:
  std::size_t find_name(std::size_t from) const {
    while (from < std::size(kNames) && text_.substr(at_, kNames[from].size()) != kNames[from]) {
      ++from;
    }
    return from;
  }

  std::optional<std::string_view> read_value() {
    skip_blanks();
    if (text_.substr(at_, 1) != "=") return {};
    ++at_;
    skip_blanks();
    const std::string_view quote = text_.substr(at_, 1);
    if (quote != "\"" && quote != "'") return {};
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) return {};
    value_at_ = at_ + 1;
    at_ = end + 1;
    return text_.substr(value_at_, end - value_at_);
  }

  bool skip_blanks() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    return at_ > begin;
  }

  Declaration malformed() const {
    const std::string_view rest = text_.substr(at_);
    const std::size_t size = std::max<std::size_t>(1, decode(rest).bytes);
    return {at_, "unexpected text in the XML declaration: " + quoted(rest.substr(0, size)),
            ErrorCode::Syntax};
  }

  Declaration fault(std::string_view rule, std::string_view value) const {
    return {value_at_, std::string(rule) + ", not " + quoted(value), ErrorCode::Unsupported};
  }

  std::string_view text_;
  std::size_t at_ = 5;  // behind "<?xml"
  std::size_t value_at_ = 0;
};

}  // namespace

Declaration read_declaration(std::string_view text) { return DeclarationReader(text).read(); }

}  // namespace kine::xml
