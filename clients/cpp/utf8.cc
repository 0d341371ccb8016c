#include "clients/cpp/utf8.h"

#include <cstddef>
#include <cstdint>

#include "realizer/core/utf8.h"

namespace kine::client {

std::optional<Where> find_bad_utf8(std::string_view text) {
  Where where{1, 1};
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = utf8_character_size(text.substr(i));
    if (size == 0) return where;
    where.column += static_cast<std::uint32_t>(size);
    if (text[i] == '\n') where = {where.line + 1, 1};
    i += size;
  }
  return {};
}

}  // namespace kine::client
