#include "tests/support/hash.h"

#include <cstdio>
#include <cstring>

namespace kine::test {

void Hash::add(std::span<const std::uint8_t> bytes) {
  for (const std::uint8_t byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3;
}

void Hash::add(std::span<const float> numbers) {
  for (const float number : numbers) {
    std::uint8_t bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    add(bytes);
  }
}

void Hash::add(const Frame& frame) {
  add(frame.root);
  add(frame.hips_m);
  for (const auto& rotation : frame.parent_from_joint) add(rotation);
  add(frame.channels);
}

std::string Hash::text() const {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value_));
  return text;
}

}  // namespace kine::test
