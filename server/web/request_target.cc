#include "server/web/request_target.h"

#include <algorithm>
#include <optional>

namespace kine::server {
namespace {

Error no_path(const std::string& why) { return {ErrorCode::Syntax, why, {}}; }

std::optional<int> find_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return {};
}

/// "%41" as "A". Nothing where a percent sign begins no byte, or one that is a slash: it would cut
/// a part in two after it was looked at.
std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (text.size() - i < 3) return {};
    const auto high = find_digit(text[i + 1]);
    const auto low = find_digit(text[i + 2]);
    if (!high || !low) return {};
    const char byte = static_cast<char>(*high * 16 + *low);
    if (byte == '/') return {};
    result += byte;
    i += 2;
  }
  return result;
}

bool is_forbidden(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\'; }

bool leaves(std::string_view part) { return part.empty() || part == "." || part == ".."; }

}  // namespace

Result<std::string> path_of_target(std::string_view target) {
  if (!target.starts_with('/')) return no_path("a target begins with a slash");
  auto path = decoded(target.substr(0, target.find('?')));
  if (!path) return no_path("a percent sign that stands for no byte of a name");
  if (std::any_of(path->begin(), path->end(), is_forbidden)) {
    return no_path("a path with control characters or backslashes");
  }
  if (*path == "/") return *std::move(path);
  for (std::size_t begin = 1;;) {
    const std::size_t end = path->find('/', begin);
    if (leaves(std::string_view(*path).substr(begin, end - begin))) {
      return no_path("a path with empty parts, \".\" or \"..\"");
    }
    if (end == std::string::npos) return *std::move(path);
    begin = end + 1;
  }
}

}  // namespace kine::server
