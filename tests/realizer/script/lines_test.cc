// Tests for realizer/script/lines.h.
#include "realizer/script/lines.h"

#include "realizer/xml/xml.h"
#include "tests/support/catch.h"

namespace kine::script::lines_test {

TEST_CASE("elements stand in elements, a line each", "[lines]") {
  Lines lines;
  lines.open("a");
  lines.attribute("x", "1");
  lines.attribute("n", Name{});
  lines.number_unless(2, "m", 2);
  lines.number_unless(2, "m", 3);
  lines.time_unless(Seconds(1), "t", Seconds(0.5));
  lines.open("b");
  lines.close();
  lines.open("c");
  lines.content("p<q/>");
  lines.close();
  lines.open("d");
  lines.open("e");
  lines.close();
  lines.close();
  lines.close();
  CHECK(lines.take() ==
        "<a x=\"1\" m=\"3\" t=\"0.5s\">\n"
        "  <b/>\n"
        "  <c>p<q/></c>\n"
        "  <d>\n"
        "    <e/>\n"
        "  </d>\n"
        "</a>\n");
}

TEST_CASE("what was escaped reads back to the byte", "[lines]") {
  const std::string text = "a & \"b\" <c> 'd' ]]> \t\n\r \xC3\xA9";
  const auto root =
      xml::parse("<a x=\"" + escaped_value(text) + "\">" + escaped_text(text) + "</a>");
  REQUIRE(root);
  CHECK(root->attributes[0].value == text);
  CHECK(root->text == text);
}

}  // namespace kine::script::lines_test
