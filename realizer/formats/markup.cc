#include "realizer/formats/markup.h"

#include "realizer/core/utf8.h"

namespace kine::formats {
namespace {

std::string_view reference_of(char letter) {
  switch (letter) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return {};
  }
}

bool may_stand(char letter) {
  return static_cast<unsigned char>(letter) >= 0x20 || letter == '\t' || letter == '\n';
}

}  // namespace

std::string escaped_markup(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    const std::string_view character = text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
    if (size == 0) continue;
    const std::string_view reference = reference_of(character.front());
    if (!reference.empty()) {
      result += reference;
    } else if (may_stand(character.front())) {
      result += character;
    }
  }
  return result;
}

}  // namespace kine::formats
