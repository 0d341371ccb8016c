#include "server/base/json_text.h"

#include "realizer/core/utf8.h"

namespace kine::server {

std::string json_quoted(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  static constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    const auto c = static_cast<unsigned char>(text.front());
    if (size == 0) {
      result += kReplacement;
    } else if (c < 0x20) {
      result += std::string("\\u00") + kDigits[c >> 4] + kDigits[c & 15];
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result + '"';
}

}  // namespace kine::server
