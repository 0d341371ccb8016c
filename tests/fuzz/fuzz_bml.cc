// Any text to the reader of BML: a block or one Error with a message, and what is read is written
// and read again to the same without a warning.
//
//   1. The text as it is.
//   2. The text within <bml id="b">, so that what is found are behaviours and references rather
//      than namespaces.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/reader.h"
#include "realizer/script/writing/writer.h"
#include "tests/support/plan/documents.h"

namespace kine {
namespace {

void check(std::string_view text) {
  Diagnostics diagnostics;
  const auto document = script::bml_reader().read(text, diagnostics);
  KINE_ASSERT(diagnostics.warnings().size() <= kWarningsMax);
  for (const Warning& warning : diagnostics.warnings()) {
    KINE_ASSERT(!warning.message.empty());
  }
  if (!document) {
    KINE_ASSERT(!document.error().message.empty());
    return;
  }
  KINE_ASSERT(document->behaviours.has_value());
  const std::string written = script::write(*document);
  if (written.size() > kScriptBytesMax) return;  // some things are written at more length
  Diagnostics of_written;
  const auto again = script::bml_reader().read(written, of_written);
  KINE_ASSERT(again.has_value());
  KINE_ASSERT(test::without_places(*again) == test::without_places(*document));
}

}  // namespace
}  // namespace kine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  kine::check(text);
  kine::check("<bml id='b' xmlns='" + std::string(kine::script::kBmlNamespace) +
              "' xmlns:k='urn:kinesphere:script:1' xmlns:bmla='http://www.asap-project.org/bmla'>" +
              std::string(text) + "</bml>");
  return 0;
}
