// Breaks on purpose at one word, to show that the fuzzers are guided by what they have covered and
// that ctest notices a find.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view word = "kine";
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i >= size || static_cast<char>(data[i]) != word[i]) return 0;
  }
  KINE_ASSERT(size < word.size());
  return 0;
}
