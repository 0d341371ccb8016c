// Tests for realizer/xml/declaration.h: XML 1.0 (fifth edition), productions 23 to 32 and 80.
#include "realizer/xml/declaration.h"

#include "tests/support/catch.h"

namespace kine::xml::declaration_test {

TEST_CASE("a declaration ends behind its question mark", "[declaration]") {
  const Declaration declaration =
      read_declaration("<?xml version=\"1.0\" encoding='us-ascii' ?><a/>");

  CHECK_FALSE(declaration.fault);
  CHECK(declaration.end == 42);
}

TEST_CASE("a fault stands at the value that is wrong", "[declaration]") {
  const Declaration declaration = read_declaration("<?xml version='1.0' encoding='latin1'?><a/>");

  REQUIRE(declaration.fault);
  CHECK(*declaration.fault == "the encoding is UTF-8, not 'latin1'");
  CHECK(declaration.code == ErrorCode::Unsupported);
  CHECK(declaration.end == 30);
}

TEST_CASE("a fault quotes whole characters", "[declaration]") {
  CHECK(read_declaration("<?xml \xC3\xA9?><a/>").fault ==
        "unexpected text in the XML declaration: '\xC3\xA9'");
}

TEST_CASE("the parts come in their order, the version first", "[declaration]") {
  CHECK(read_declaration("<?xml encoding='UTF-8' version='1.0'?>").fault);
  CHECK(read_declaration("<?xml version='1.0' standalone='no' encoding='UTF-8'?>").fault);
  CHECK(read_declaration("<?xml version='1.0' version='1.0'?>").fault);
  CHECK(read_declaration("<?xml version=1.0?>").fault);
  CHECK(read_declaration("<?xml version='1.'?>").fault);
  CHECK(read_declaration("<?xml ?>").fault);
  CHECK(read_declaration("<?xml version='1.0").fault);
}

}  // namespace kine::xml::declaration_test
