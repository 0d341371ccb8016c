#include "protocol/bml_elements.h"

#include <array>
#include <charconv>
#include <cmath>

#include "realizer/core/utf8.h"

namespace kine::protocol {
namespace {

/// Past it a time is a mistake, and its digits would fill the line.
constexpr double kSecondsMax = 3.2e13;

/// Digits behind the point: a millionth of a second.
constexpr int kDigits = 6;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// U+FFFE and U+FFFF, which XML does not allow.
bool is_no_character(std::string_view character) {
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

void append_ascii(std::string& out, char c) {
  switch (c) {
    case '&':
      out += "&amp;";
      return;
    case '<':
      out += "&lt;";
      return;
    case '>':
      out += "&gt;";
      return;
    case '"':
      out += "&quot;";
      return;
    case '\n':
      out += "&#10;";
      return;
    case '\r':
      out += "&#13;";
      return;
    case '\t':
      out += "&#9;";
      return;
    default:
      if (static_cast<unsigned char>(c) < 0x20) {
        out += kReplacement;
      } else {
        out += c;
      }
  }
}

void append_escaped(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    const std::string_view character = text.substr(0, size == 0 ? 1 : size);
    if (size == 0 || is_no_character(character)) {
      out += kReplacement;
    } else if (size == 1) {
      append_ascii(out, character.front());
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
}

/// Without an exponent, which clients of the field do not read, and without idle zeros.
std::string decimal(double value) {
  std::array<char, 64> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                          std::chars_format::fixed, kDigits);
  std::string text(digits.data(), error == std::errc() ? end : digits.data());
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace

BmlElement BmlElement::of_core(std::string_view name) { return BmlElement(name, kBmlNamespace); }

BmlElement::BmlElement(std::string_view name, std::string_view other_namespace)
    : name_(name), head_("<" + name_) {
  if (!other_namespace.empty()) attribute("xmlns", other_namespace);
}

BmlElement& BmlElement::attribute(std::string_view name, std::string_view value) {
  ((head_ += ' ') += name) += "=\"";
  append_escaped(head_, value);
  head_ += '"';
  return *this;
}

BmlElement& BmlElement::seconds(std::string_view name, double value) {
  if (!std::isfinite(value) || std::abs(value) > kSecondsMax) return *this;
  return attribute(name, decimal(value));
}

BmlElement& BmlElement::text(std::string_view text) {
  append_escaped(content_, text);
  return *this;
}

BmlElement& BmlElement::child(BmlElement element) {
  content_ += element.ended();
  return *this;
}

std::string BmlElement::ended() const {
  if (content_.empty()) return head_ + "/>";
  return head_ + ">" + content_ + "</" + name_ + ">";
}

}  // namespace kine::protocol
