// Names that operators give to tenants and scenes: they stand in files, folders and subjects.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace kine::server {

inline constexpr std::size_t kPlainNameBytesMax = 64;

inline bool is_plain_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

/// 1 to 64 letters, digits, - and _.
inline bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= kPlainNameBytesMax &&
         std::ranges::all_of(name, is_plain_letter);
}

}  // namespace kine::server
