// Tests for server/bridges/element_splitter.h.
#include "server/bridges/element_splitter.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::server::element_splitter_test {
namespace {

struct Cut {
  std::vector<std::string> elements;
  std::string error;  // empty: none
};

/// Of `stream`, pushed in pieces of `piece` bytes.
Cut cut(std::string_view stream, std::size_t piece, std::size_t bytes_max = 1000) {
  ElementSplitter splitter("bml", bytes_max);
  Cut result;
  for (std::size_t i = 0; i < stream.size(); i += piece) {
    splitter.push(stream.substr(i, piece));
    for (;;) {
      const auto element = splitter.pop();
      if (!element) {
        result.error = element.error().message;
        return result;
      }
      if (!*element) break;
      result.elements.emplace_back(**element);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("elements are cut where they end, whatever pieces they come in", "[element_splitter]") {
  const std::string first = R"(<bml id="a"><head id="h"/></bml>)";
  const std::string second = "<bml id='b'/>";
  const std::string third = "<bml\n id=\"c\"\n></bml >";
  const std::size_t piece = GENERATE(1, 2, 3, 5, 7, 1000);
  const Cut all = cut("  " + first + second + "\r\n\t" + third + "\n", piece);
  CHECK(all.error.empty());
  CHECK(all.elements == std::vector{first, second, third});
}

TEST_CASE("an end within a comment, data, an instruction or a value is none",
          "[element_splitter]") {
  const std::size_t piece = GENERATE(1, 4, 1000);
  for (const std::string element :
       {R"(<bml id="</bml>"></bml>)", R"(<bml id='a>b"'><x y='/>'/></bml>)",
        "<bml><!-- </bml> --></bml>", "<bml><!--></bml>--></bml>", "<bml><![CDATA[</bml>]]></bml>",
        "<bml><?x </bml>?></bml>", "<bml><?></bml>?></bml>", "<bml><bml></bml></bml>",
        "<bml><bmla></bmla></bml>", "<b:bml xmlns:b='u'><bml></bml></b:bml>"}) {
    CAPTURE(element);
    const Cut one = cut(element + "<bml/>", piece);
    CHECK(one.error.empty());
    CHECK(one.elements == std::vector<std::string>{element, "<bml/>"});
  }
}

TEST_CASE("what was left open within does not swallow the next element", "[element_splitter]") {
  const Cut two = cut("<bml><head></bml><bml></head></bml>", 1);
  CHECK(two.elements == std::vector<std::string>{"<bml><head></bml>", "<bml></head></bml>"});
}

TEST_CASE("declarations, comments and a byte order mark come with the element behind them",
          "[element_splitter]") {
  const std::string one = "\xEF\xBB\xBF<?xml version=\"1.0\"?><!-- hi --><bml/>";
  CHECK(cut(one, 1).elements == std::vector{one});
}

TEST_CASE("anything but an element of that name ends it", "[element_splitter]") {
  const std::size_t piece = GENERATE(1, 1000);
  for (const std::string stream :
       {"GET / HTTP/1.1\r\n", "x", "<script/>", "</bml>", "<bmlx>", "<!DOCTYPE bml>",
        "<bml><!ENTITY x></bml>", "<![CDATA[x]]>", "\xEF\xBBx", "<>", "< bml/>"}) {
    CAPTURE(stream);
    const Cut none = cut(stream, piece);
    CHECK(none.elements.empty());
    CHECK_FALSE(none.error.empty());
    CHECK(none.error.size() < 100);
  }
  CHECK(cut("<bml/> hello", 1).elements.size() == 1);
  CHECK(cut("<bml/> hello", 1).error == "only <bml> is taken here, not 'h'");
}

TEST_CASE("an element without an end is bounded", "[element_splitter]") {
  const std::string stream = GENERATE(std::string("<bml>"), std::string("<bml x=\""),
                                      std::string("<!--"), std::string("<bml><![CDATA["));
  const Cut none = cut(stream + std::string(100, 'x'), 1, 64);
  CHECK(none.elements.empty());
  CHECK(none.error == "past script_bytes_max of 64");
  // Blanks between elements are nobody's.
  CHECK(cut(std::string(1000, ' ') + "<bml/>", 7, 64).elements.size() == 1);
}

TEST_CASE("it waits for the rest of what has begun, and for nothing else", "[element_splitter]") {
  ElementSplitter splitter("bml", 1000);
  const auto waits_after = [&](std::string_view bytes) {
    splitter.push(bytes);
    while (splitter.pop()->has_value()) {
    }
    return splitter.waits_for_rest();
  };
  CHECK_FALSE(waits_after(""));
  CHECK(waits_after("<"));
  CHECK(waits_after("bml>"));
  CHECK_FALSE(waits_after("</bml> "));
  CHECK(waits_after("<!-- a"));
  CHECK_FALSE(waits_after(" -->"));
}

TEST_CASE("the start tag of what was popped can be looked at", "[element_splitter]") {
  ElementSplitter splitter("bml", 1000);
  splitter.push("<!-- a --> <bml id='b'><x/></bml>  <bml/>");
  CHECK((*splitter.pop()).has_value());
  CHECK(splitter.root_tag() == "<bml id='b'>");
  CHECK((*splitter.pop()).has_value());
  CHECK(splitter.root_tag() == "<bml/>");
}

}  // namespace kine::server::element_splitter_test
