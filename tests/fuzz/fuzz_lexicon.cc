// Any text as a lexicon.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/script/kinesphere/lexicon.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto lexemes = kine::script::read_lexicon({reinterpret_cast<const char*>(data), size});
  if (!lexemes) KINE_ASSERT(!lexemes.error().message.empty());
  return 0;
}
