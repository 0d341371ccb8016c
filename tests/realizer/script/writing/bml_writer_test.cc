// Tests for realizer/script/writing/bml_writer.h: read(write(d)) == d but for the places.
#include "realizer/script/writing/bml_writer.h"

#include <algorithm>
#include <set>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"
#include "tests/support/plan/documents.h"
#include "tests/support/source_files.h"

namespace kine::script::bml_writer_test {
namespace {

std::string everything() {
  return test::text_of(test::source_path("tests/fuzz/seeds/bml/everything.xml"));
}

TEST_CASE("everything that a block may say is written and read back", "[bml_writer]") {
  const auto read = test::read_bml(everything());
  CHECK(read.warnings.empty());
  std::set<std::size_t> kinds;
  for (const Behaviour& behaviour : read.block().behaviours) kinds.insert(behaviour.kind.index());
  CHECK(kinds.size() == std::variant_size_v<BehaviourKind>);
  CHECK(test::survives_writing(read));
}

TEST_CASE("what a block has by default is left out", "[bml_writer]") {
  const auto read = test::read_block(
      "<head id='n' lexeme='NOD' amount='.5' repetition='1' start=' g : end + 1 '/>"
      "<gesture id='g' lexeme='BEAT'/><required><wait id='w'/></required>");
  CHECK(write_bml(*read.document) ==
        "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"b\">\n"
        "  <head id=\"n\" start=\"g:end+1\" lexeme=\"NOD\"/>\n"
        "  <gesture id=\"g\" lexeme=\"BEAT\"/>\n"
        "  <required>\n"
        "    <wait id=\"w\"/>\n"
        "  </required>\n"
        "</bml>\n");
}

TEST_CASE("marks are put back before their words", "[bml_writer]") {
  const auto read = test::read_block(
      "<speech id='s'><text>a <sync id='x'/> &lt;b> <sync id='y' ref='2'/></text></speech>");
  CHECK(write_bml(*read.document)
            .find("<text>a  <sync id=\"x\"/>&lt;b&gt; "
                  "<sync id=\"y\" ref=\"2\"/></text>\n") != std::string::npos);
}

// Half a script, and one with a letter amiss, as strangers send them.
TEST_CASE("whatever is read is written and read back", "[bml_writer]") {
  const std::string text = everything();
  constexpr std::size_t kStep = 31;
  std::size_t documents = 0;
  for (std::size_t i = 0; i < text.size(); i += kStep) {
    CAPTURE(i);
    for (const char byte : {'1', '-', ':'}) {
      std::string mutated = text;
      mutated[i] = byte;
      const auto read = test::read_bml(mutated);
      if (!read.document) continue;
      ++documents;
      REQUIRE(test::survives_writing(read));
    }
    CHECK(test::read_bml(text.substr(0, i)).error);
  }
  CHECK(documents > 100);
}

}  // namespace
}  // namespace kine::script::bml_writer_test
