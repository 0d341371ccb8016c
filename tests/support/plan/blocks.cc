#include "tests/support/plan/blocks.h"

#include <stdexcept>

#include "realizer/script/reader.h"
#include "realizer/script/writing/writer.h"
#include "tests/support/plan/documents.h"

namespace kine::test {

const script::Behaviours& ReadBlock::block() const {
  if (error) throw std::runtime_error(error->message);
  return document.value().behaviours.value();
}

const script::Behaviour& ReadBlock::behaviour(std::string_view id) const {
  for (const script::Behaviour& each : block().behaviours) {
    if (each.id.text == id) return each;
  }
  throw std::runtime_error("there is no behaviour " + std::string(id));
}

ReadBlock read_bml(std::string_view text) {
  Diagnostics diagnostics;
  auto document = script::bml_reader().read(text, diagnostics);
  ReadBlock read;
  read.warnings.assign(diagnostics.warnings().begin(), diagnostics.warnings().end());
  if (document) {
    read.document = *std::move(document);
  } else {
    read.error = document.error();
  }
  return read;
}

ReadBlock read_block(std::string_view inside) {
  return read_bml(
      "<bml id='b' xmlns='http://www.bml-initiative.org/bml/bml-1.0' "
      "xmlns:k='urn:kinesphere:script:1' "
      "xmlns:ext='http://www.bml-initiative.org/bml/coreextensions-1.0' "
      "xmlns:bmla='http://www.asap-project.org/bmla' "
      "xmlns:bmlt='http://hmi.ewi.utwente.nl/bmlt'>\n" +
      std::string(inside) + "</bml>");
}

bool survives_writing(const ReadBlock& read) {
  const std::string written = script::write(*read.document);
  const ReadBlock again = read_bml(written);
  return again.warnings.empty() && again.document &&
         without_places(*again.document) == without_places(*read.document);
}

}  // namespace kine::test
