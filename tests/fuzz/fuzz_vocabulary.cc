// Any text as a vocabulary, and as a style.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/plan/names/style.h"
#include "realizer/plan/names/vocabulary.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto vocabulary = kine::plan::read_vocabulary(text);
  if (!vocabulary) KINE_ASSERT(!vocabulary.error().message.empty());
  const auto style = kine::plan::read_style(text);
  if (!style) KINE_ASSERT(!style.error().message.empty());
  return 0;
}
