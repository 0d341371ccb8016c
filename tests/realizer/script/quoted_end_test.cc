// Tests for realizer/script/quoted_end.h.
#include "realizer/script/quoted_end.h"

#include "tests/support/catch.h"

namespace kine::script::quoted_end_test {

TEST_CASE("of a long name the end is shown, of a short one all", "[quoted_end]") {
  CHECK(quoted_end("") == "''");
  const std::string forty(40, 'a');
  CHECK(quoted_end(forty) == "'" + forty + "'");
  CHECK(quoted_end("http://www.bml-initiative.org/bml/bml-2.0") ==
        "'…ttp://www.bml-initiative.org/bml/bml-2.0'");
}

TEST_CASE("no character is cut in two", "[quoted_end]") {
  const std::string tail(39, 'z');
  CHECK(quoted_end("\xC3\xA4" + tail) == "'…" + tail + "'");
}

}  // namespace kine::script::quoted_end_test
