// Tests for realizer/formats/markup.h.
#include "realizer/formats/markup.h"

#include <string_view>

#include "tests/support/catch.h"

namespace kine::formats::markup_test {

TEST_CASE("what means something in XML is written as a reference", "[markup]") {
  CHECK(escaped_markup("a<b>&\"c\" \xC3\xA4") == "a&lt;b&gt;&amp;&quot;c&quot; \xC3\xA4");
}

TEST_CASE("what no XML can hold is left out", "[markup]") {
  using namespace std::string_view_literals;
  CHECK(escaped_markup("a\x01\0b\tc\n\xFF\xC3"sv) == "ab\tc\n");
}

}  // namespace kine::formats::markup_test
