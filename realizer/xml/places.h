// From an offset in a text to its line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "realizer/core/where.h"

namespace kine::xml {

/// Remembers how far it has counted lines, so that asking in rising order costs one pass in all.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  /// The place of the byte at `offset`, which may be one past the end.
  Where at(std::size_t offset) {
    if (offset < counted_) *this = Places(text_);
    while (counted_ < offset) {
      const char* from = text_.data() + counted_;
      const void* feed = std::memchr(from, '\n', offset - counted_);
      if (feed == nullptr) break;
      counted_ += static_cast<std::size_t>(static_cast<const char*>(feed) - from) + 1;
      line_start_ = counted_;
      ++line_;
    }
    counted_ = offset;
    return {line_, static_cast<std::uint32_t>(offset - line_start_ + 1)};
  }

 private:
  std::string_view text_;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  std::size_t counted_ = 0;  // the line feeds before it are counted
};

}  // namespace kine::xml
