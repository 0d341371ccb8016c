// A place in a text: what every error and warning points at.
#pragma once

#include <compare>
#include <cstdint>

namespace kine {

/// Line and column count from 1, columns in bytes; 0 means that no place is known.
struct Where {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend auto operator<=>(const Where&, const Where&) = default;
};

}  // namespace kine
