// Any text to any reader: a Document or one Error with a message, and what is read is written and
// read again to the same.
//
//   1. script::read with all readers, as the server does.
//   2. Each reader on its own, for a reader must stand a text that it would not have accepted.
//   3. read(write(document)) == document but for the places.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/script/reader.h"
#include "realizer/script/writing/writer.h"
#include "tests/support/plan/documents.h"

namespace kine {
namespace {

const script::Reader* const kReaders[] = {&script::kinesphere_reader(),
                                          &script::embrscript_reader(), &script::animl_reader(),
                                          &script::bml_reader()};

void check(const Result<script::Document>& document, const Diagnostics& diagnostics) {
  KINE_ASSERT(diagnostics.warnings().size() <= kWarningsMax);
  if (!document) {
    KINE_ASSERT(!document.error().message.empty());
    return;
  }
  const std::string written = script::write(*document);
  if (written.size() > kScriptBytesMax) return;  // our language says some things at more length
  Diagnostics of_written;
  const auto again = script::read(written, kReaders, of_written);
  KINE_ASSERT(again.has_value());
  KINE_ASSERT(test::without_places(*again) == test::without_places(*document));
}

}  // namespace
}  // namespace kine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  kine::Diagnostics diagnostics;
  kine::check(kine::script::read(text, kine::kReaders, diagnostics), diagnostics);
  for (const kine::script::Reader* reader : kine::kReaders) {
    kine::Diagnostics alone;
    kine::check(reader->read(text, alone), alone);
  }
  return 0;
}
