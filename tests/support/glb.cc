#include "tests/support/glb.h"

#include <cstdint>

namespace kine::test {
namespace {

std::string word(std::uint32_t value) {
  std::string bytes(4, '\0');
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

}  // namespace

std::string glb(std::string json, const std::string& data) {
  while (json.size() % 4 != 0) json += ' ';
  const std::size_t size = 12 + 8 + json.size() + 8 + data.size();
  return "glTF" + word(2) + word(static_cast<std::uint32_t>(size)) +
         word(static_cast<std::uint32_t>(json.size())) + "JSON" + json +
         word(static_cast<std::uint32_t>(data.size())) + std::string("BIN\0", 4) + data;
}

}  // namespace kine::test
