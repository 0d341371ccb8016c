// Classic EMBRScript: lines of BEGIN <element>, KEY:value and END.
//
//   text --Lexer--> tokens --Parser--> classic::Script --classic::build--> Document
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/classic/classic.h"
#include "realizer/script/reader.h"

namespace kine::script {
namespace {

using classic::Element;
using classic::Kind;
using classic::Level;

struct Token {
  std::string_view text;
  Where where;
};

/// The tokens of a text: what stands between blanks, comments left out. Any control character is
/// a blank, and a line ends with LF, CR or both.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : rest_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (rest_.starts_with(kByteOrderMark)) advance(kByteOrderMark.size());
  }

  std::optional<Token> next() {
    skip_to_token();
    if (rest_.empty()) return {};
    std::size_t size = 0;
    while (size < rest_.size() && !is_blank(rest_[size]) && rest_[size] != '#') ++size;
    const Token token = {rest_.substr(0, size), where_};
    advance(size);
    return token;
  }

 private:
  static bool is_blank(char byte) {
    return static_cast<unsigned char>(byte) <= 0x20 || byte == 0x7F;
  }

  static bool ends_line(char byte) { return byte == '\n' || byte == '\r'; }

  void skip_to_token() {
    bool in_comment = false;
    while (!rest_.empty() && (in_comment || is_blank(rest_[0]) || rest_[0] == '#')) {
      in_comment = (in_comment || rest_[0] == '#') && !ends_line(rest_[0]);
      if (ends_line(rest_[0])) {
        rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : 1);
        where_ = {where_.line + 1, 1};
      } else {
        advance(1);
      }
    }
  }

  void advance(std::size_t bytes) {
    rest_.remove_prefix(bytes);
    where_.column += static_cast<std::uint32_t>(bytes);
  }

  std::string_view rest_;
  Where where_ = {1, 1};
};

/// The key of KEY:value, where it is one of the language.
std::optional<std::string_view> find_key(std::string_view token) {
  const std::string_view key = token.substr(0, token.find(':'));
  const bool known =
      key.size() < token.size() && (classic::is_key(key) || key == "FEEDBACK_MESSAGE");
  return known ? std::optional(key) : std::nullopt;
}

bool is_of_the_language(std::string_view token) {
  return token == "BEGIN" || token == "END" || token == "TIME_RESET" || find_key(token);
}

/// How many bytes the UTF-8 character at the start of `text` has; 0 where there is none.
std::size_t utf8_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t size = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC2 ? 2 : 0;
  if (size == 0 || byte(0) > 0xF4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool surrogate = byte(0) == 0xED && byte(1) >= 0xA0;
  const bool too_high = byte(0) == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || too_high ? 0 : size;
}

/// `text` as UTF-8: bytes that are none are taken as Latin-1, which is what those years wrote.
std::string as_utf8(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::size_t size = utf8_size(text);
    if (size == 0) {
      const auto byte = static_cast<unsigned char>(text[0]);
      result += static_cast<char>(0xC0 | (byte >> 6));
      result += static_cast<char>(0x80 | (byte & 0x3F));
      size = 1;
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return result;
}

std::string said(std::string_view token) { return quoted(as_utf8(token)); }

class Parser {
 public:
  Parser(std::string_view text, Diagnostics& diagnostics)
      : lexer_(text), token_(lexer_.next()), diagnostics_(diagnostics) {}

  Result<classic::Script> read() {
    const Where start = token_ ? token_->where : Where{1, 1};
    while (token_ && !error_) read_token(take());
    if (error_) return *std::move(error_);
    if (!is_script_) return Error{ErrorCode::Syntax, "the text holds no EMBRScript", start};
    while (!open_.empty()) close_unended(open_.back().where);
    return std::move(script_);
  }

 private:
  /// An element whose END has not come. Without a kind, it is one that nobody knows: its settings
  /// go with it, the elements in it belong to what is around it.
  struct Open {
    std::optional<Kind> kind;
    Where where;
    Element element;
  };

  Token take() {
    const Token token = *token_;
    token_ = lexer_.next();
    return token;
  }

  void read_token(const Token& token) {
    if (token.text == "BEGIN") return begin(token);
    if (token.text == "END") return end(token);
    if (token.text == "TIME_RESET") return time_reset(token);
    if (const auto key = find_key(token.text)) return setting(token, *key);
    const bool unknown_key = token.text.find(':') != std::string_view::npos;
    diagnostics_.warn(
        token.where,
        (unknown_key ? "no element takes this key: " : "unknown word: ") + said(token.text));
  }

  void begin(const Token& token) {
    const bool named = token_ && !is_of_the_language(token_->text);
    const std::string_view keyword = named ? take().text : std::string_view();
    const std::optional<Kind> kind = classic::find_kind(keyword);
    if (!kind) {
      diagnostics_.warn(token.where, "BEGIN of an unknown element: " + said(keyword));
    } else {
      is_script_ = true;
      close_those_that_cannot_hold(*kind, token.where);
    }
    if (open_.size() == kNestingMax) return refuse(token, "elements in each other", kNestingMax);
    if (++element_count_ > kElementsMax) return refuse(token, "elements", kElementsMax);
    open_.push_back({kind, token.where, {}});
    open_.back().element.where = token.where;
    open_.back().element.kind = kind.value_or(Kind::Sequence);
  }

  void refuse(const Token& token, std::string_view what, std::size_t limit) {
    error_ = Error{ErrorCode::LimitExceeded,
                   "the script has more than " + std::to_string(limit) + " " + std::string(what),
                   token.where};
  }

  /// An element of the same level or a lower one cannot hold this: its END was forgotten.
  void close_those_that_cannot_hold(Kind kind, Where where) {
    const auto cannot_hold = [&](const Open& open) {
      return open.kind && classic::level_of(*open.kind) >= classic::level_of(kind);
    };
    while (std::any_of(open_.begin(), open_.end(), cannot_hold)) close_unended(where);
  }

  void close_unended(Where where) {
    if (open_.back().kind) {
      diagnostics_.warn(where, "END is missing for an element: " +
                                   quoted(classic::keyword_of(*open_.back().kind)));
    }
    close();
  }

  void end(const Token& token) {
    if (!open_.empty()) return close();
    diagnostics_.warn(token.where, "END without a BEGIN: 'END'");
  }

  void close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    if (!closed.kind) return;
    const auto holder = std::find_if(open_.rbegin(), open_.rend(),
                                     [](const Open& open) { return open.kind.has_value(); });
    auto& elements = holder == open_.rend() ? script_.elements : holder->element.elements;
    elements.push_back(std::move(closed.element));
  }

  /// What came before it in the same text is gone, for the engine had just begun to play it.
  void time_reset(const Token& token) {
    is_script_ = true;
    script_.time_reset = true;
    if (script_.elements.empty()) return;
    diagnostics_.warn(token.where, "nothing before it is played: 'TIME_RESET'");
    script_.elements.clear();
  }

  void setting(const Token& token, std::string_view key) {
    is_script_ = true;
    std::string value = value_of(token, key);
    if (value.empty()) {
      diagnostics_.warn(token.where, "a key without a value is left out: " + said(key));
    } else if (key == "FEEDBACK_MESSAGE") {
      script_.feedback_messages.push_back({std::move(value), token.where});
    } else if (open_.empty()) {
      diagnostics_.warn(token.where,
                        "a key outside of any element is left out: " + said(token.text));
    } else if (open_.back().kind) {
      open_.back().element.settings.push_back({std::string(key), std::move(value), token.where});
    }
  }

  /// What stands behind the colon. Blanks around it or in a vector were not meant to end it, and a
  /// message may have several words.
  std::string value_of(const Token& token, std::string_view key) {
    std::string value = as_utf8(token.text.substr(key.size() + 1));
    const bool is_message = key == "FEEDBACK_MESSAGE";
    bool mended = false;
    while (token_ && token_->where.line == token.where.line && !is_of_the_language(token_->text)) {
      const bool continues = value.empty() || value.ends_with(';') || token_->text.starts_with(';');
      if (!is_message && !continues) break;
      if (is_message && !value.empty()) value += ' ';
      value += as_utf8(take().text);
      mended = mended || !is_message;
    }
    if (mended) diagnostics_.warn(token.where, "blanks in a value are ignored: " + quoted(value));
    return value;
  }

  Lexer lexer_;
  std::optional<Token> token_;  // the next one
  Diagnostics& diagnostics_;
  classic::Script script_;
  std::vector<Open> open_;
  std::size_t element_count_ = 0;
  bool is_script_ = false;  // whether anything was in the language
  std::optional<Error> error_;
};

/// The place of the first zero byte: no text has one.
std::optional<Where> find_zero_byte(std::string_view text) {
  const std::size_t at = text.find('\0');
  if (at == std::string_view::npos) return {};
  const std::string_view before = text.substr(0, at);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 where there is none
  return Where{static_cast<std::uint32_t>(lines + 1),
               static_cast<std::uint32_t>(at - line_start + 1)};
}

class EmbrScriptReader final : public Reader {
 public:
  bool accepts(std::string_view root, std::string_view text) const override {
    if (!root.empty()) return false;
    Lexer lexer(text);
    const std::optional<Token> first = lexer.next();
    if (!first || first->text.starts_with('<')) return false;
    for (std::optional<Token> token = first; token; token = lexer.next()) {
      if (token->text != "END" && is_of_the_language(token->text)) return true;
    }
    return false;
  }

  Result<Document> read(std::string_view text, Diagnostics& diagnostics) const override {
    if (text.size() > kScriptBytesMax) {
      return Error{ErrorCode::LimitExceeded,
                   "the script is longer than " + std::to_string(kScriptBytesMax) + " bytes",
                   {}};
    }
    if (const auto where = find_zero_byte(text)) {
      return Error{ErrorCode::Syntax, "the script is no text: it has a zero byte", *where};
    }
    auto script = Parser(text, diagnostics).read();
    if (!script) return script.error();
    return classic::build(*script, Dialect::EmbrScript, diagnostics);
  }
};

}  // namespace

const Reader& embrscript_reader() {
  static const EmbrScriptReader reader;
  return reader;
}

}  // namespace kine::script
