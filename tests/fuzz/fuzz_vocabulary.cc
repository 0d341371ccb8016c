// Any text as a vocabulary.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/plan/vocabulary.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto vocabulary = kine::plan::read_vocabulary({reinterpret_cast<const char*>(data), size});
  if (!vocabulary) KINE_ASSERT(!vocabulary.error().message.empty());
  return 0;
}
