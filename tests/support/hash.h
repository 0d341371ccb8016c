// What goldens keep of numbers that are too many to be kept: FNV-1a of 64 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "realizer/tick/state/frame.h"

namespace kine::test {

/// http://www.isthe.com/chongo/tech/comp/fnv
class Hash {
 public:
  void add(std::span<const std::uint8_t> bytes);
  void add(std::span<const float> numbers);  // as they lie in memory, little-endian
  void add(const Frame& frame);              // its numbers, not whose they are and when

  /// In hexadecimal, 16 digits.
  std::string text() const;

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace kine::test
