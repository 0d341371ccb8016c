// Tests for realizer/xml/scanner.h. Which texts are well-formed is what XML 1.0 (fifth edition) and
// Namespaces in XML 1.0 say.
#include "realizer/xml/scanner.h"

#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::xml::scanner_test {
namespace {

std::string repeated(std::string_view piece, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += piece;
  return result;
}

TEST_CASE("well-formed texts are taken", "[scanner]") {
  const std::string text = GENERATE(values<std::string>({
      "<a/>",
      " \r\n\t<a/>\n",
      "<?xml version=\"1.0\"?><a/>",
      "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<a/>",
      "<!-- - --><?pi x?y>?><a/><!-- end --><?pi?>",
      "<a b='\"' c=\"'\" d = '>'></a >",
      "<a>]] > <![CDATA[<&]]]]></a>",
      "<a>&#x10FFFF;&#9;&amp;</a>",
      "<\xC3\xA9t\xC3\xA9 _-.\xC2\xB7='1'/>",
      "<a xmlns:p='u'><p:b p:c='1'/></a>",
      "<a>\x7F \xEF\xBF\xBD \xF0\x90\x80\x80</a>",
      "<a><b></b><b/></a>",
      "<a b='1'\nc='2'/>",
  }));
  CAPTURE(text);
  CHECK(scan(text, Until::End));
}

struct Malformed {
  std::string text;
  Where where;
};

const std::vector<Malformed> kMalformed = {
    {"", {1, 1}},
    {"<!-- x -->", {1, 11}},
    {"<a>", {1, 4}},
    {"<a", {1, 3}},
    {"<", {1, 2}},
    {"<a></a", {1, 7}},
    {"<a/><b/>", {1, 5}},
    {"<a/>text", {1, 5}},
    {"text<a/>", {1, 1}},
    {"<a/>&amp;", {1, 5}},
    {"<![CDATA[x]]><a/>", {1, 1}},
    {"<a></b>", {1, 4}},
    {"<a><b></a></b>", {1, 7}},
    {"</a>", {1, 1}},
    {"<a/></a>", {1, 5}},
    {"<a x='1' x='2'/>", {1, 10}},
    {"<a x='1'y='2'/>", {1, 9}},
    {"<a x=1/>", {1, 6}},
    {"<a x/>", {1, 5}},
    {"<a x='1/>", {1, 10}},
    {"<a x='<'/>", {1, 7}},
    {"<a x='&'/>", {1, 7}},
    {"<a x='&b;'/>", {1, 7}},
    {"<a>&#0;</a>", {1, 4}},
    {"<a>&#;</a>", {1, 4}},
    {"<a>&#x;</a>", {1, 4}},
    {"<a>&#xD800;</a>", {1, 4}},
    {"<a>&#x110000;</a>", {1, 4}},
    {"<a>&#99999999999999999999;</a>", {1, 4}},
    {"<a>&#1f;</a>", {1, 4}},
    {"<a>&#X41;</a>", {1, 4}},
    {"<a>&AMP;</a>", {1, 4}},
    {"<a>&amp</a>", {1, 4}},
    {"<a>]]></a>", {1, 4}},
    {"<a><!-- a -- b --></a>", {1, 11}},
    {"<a><!-- a ---></a>", {1, 11}},
    {"<a><!-- a</a>", {1, 4}},
    {"<a><![CDATA[x]]</a>", {1, 4}},
    {"<a><?pi</a>", {1, 4}},
    {"<a><? pi?></a>", {1, 6}},
    {"<a><?p:i?></a>", {1, 6}},
    {"<a><?XML x?></a>", {1, 4}},
    {" <?xml version='1.0'?><a/>", {1, 2}},
    {"<?xml version='1.0'>", {1, 20}},
    {"<?xml encoding='UTF-8'?><a/>", {1, 7}},
    {"<?xml version='1.0'encoding='UTF-8'?><a/>", {1, 20}},
    {"<?xml version='2.0'?><a/>", {1, 16}},
    {"<?xml version='1.0' standalone='maybe'?><a/>", {1, 33}},
    {"<?xml version='1.0' encoding='UTF-16'?><a/>", {1, 31}},
    {"<1a/>", {1, 2}},
    {"<-a/>", {1, 2}},
    {"< a/>", {1, 2}},
    {"<a:/>", {1, 2}},
    {"<:a/>", {1, 2}},
    {"<a:b:c/>", {1, 2}},
    {"<a:1/>", {1, 2}},
    {"<a 1='x'/>", {1, 4}},
    {"<a\n\n  b='\x01'/>", {3, 6}},
    {"<a>\xC3</a>", {1, 4}},
    {"<a>\xC0\x80</a>", {1, 4}},
    {"<a>\xED\xA0\x80</a>", {1, 4}},
    {"<a>\xF4\x90\x80\x80</a>", {1, 4}},
    {"<a>\xEF\xBF\xBE</a>", {1, 4}},
    {std::string("<a>\0</a>", 8), {1, 4}},
    {"<!ELEMENT a ANY><a/>", {1, 2}},
};

TEST_CASE("texts that are not well-formed are refused where they go wrong", "[scanner]") {
  const auto malformed = GENERATE(from_range(kMalformed));
  CAPTURE(malformed.text);

  const auto marks = scan(malformed.text, Until::End);

  REQUIRE_FALSE(marks);
  CHECK(marks.error().where == malformed.where);
  CHECK_FALSE(marks.error().message.empty());
}

TEST_CASE("a DOCTYPE is refused, whatever is in it", "[scanner]") {
  const auto marks =
      scan("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", Until::End);

  REQUIRE_FALSE(marks);
  CHECK(marks.error().code == ErrorCode::Unsupported);
  CHECK(marks.error().where == Where{2, 1});
}

struct Limited {
  std::string at_limit;
  std::string past_limit;
  std::string words;
};

TEST_CASE("each limit holds to the one", "[scanner]") {
  const auto nested = [](std::size_t depth) {
    return repeated("<a>", depth) + repeated("</a>", depth);
  };
  const auto siblings = [](std::size_t count) {
    return "<r>" + repeated("<a/>", count - 1) + "</r>";
  };
  const auto attributes = [](std::size_t count) {
    std::string text = "<r";
    for (std::size_t i = 0; i < count; ++i) text += " a" + std::to_string(i) + "=''";
    return text + "/>";
  };
  const auto name = [](std::size_t size) { return "<" + std::string(size, 'n') + "/>"; };
  const auto sized = [](std::size_t size) { return "<r>" + std::string(size - 7, ' ') + "</r>"; };
  const auto limited = GENERATE_COPY(values<Limited>({
      {nested(64), nested(65), "the nesting of elements must be at most 64, not '65'"},
      {siblings(20'000), siblings(20'001),
       "the elements of a text must be at most 20000, not '20001'"},
      {attributes(64), attributes(65), "the attributes of an element must be at most 64, not '65'"},
      {name(128), name(129), "the bytes of a name must be at most 128, not '129'"},
      {sized(1'048'576), sized(1'048'577),
       "the bytes of a text must be at most 1048576, not '1048577'"},
  }));

  CHECK(scan(limited.at_limit, Until::End));
  const auto marks = scan(limited.past_limit, Until::End);

  REQUIRE_FALSE(marks);
  CHECK(marks.error().code == ErrorCode::LimitExceeded);
  CHECK(marks.error().message == limited.words);
}

TEST_CASE("nesting 10,000 deep ends at the first element past the limit", "[scanner]") {
  const auto marks = scan(repeated("<a>", 10'000), Until::End);

  REQUIRE_FALSE(marks);
  CHECK(marks.error().where == Where{1, 3 * 64 + 1});
}

TEST_CASE("every byte of a text may be missing or any other without harm", "[scanner]") {
  const std::string good =
      "<?xml version='1.0'?><!-- c --><a x='&#65;'><p:b xmlns:p='u'/>t<![CDATA[d]]></a>";
  REQUIRE(scan(good, Until::End));

  for (std::size_t size = 0; size < good.size(); ++size) {
    CAPTURE(size);
    const auto marks = scan(std::string_view(good).substr(0, size), Until::End);
    REQUIRE_FALSE(marks);
    REQUIRE(marks.error().where.line == 1);
    REQUIRE(marks.error().where.column >= 1);
    REQUIRE(marks.error().where.column <= size + 1);
  }
}

TEST_CASE("the scan of the root's tag tells where it ends", "[scanner]") {
  const auto marks = scan("<!-- x --><a b='>'>&", Until::RootTag);

  REQUIRE(marks);
  CHECK(marks->root_tag_end == 19);
  CHECK(marks->elements.size() == 1);
}

TEST_CASE("a byte order mark has three bytes", "[scanner]") {
  CHECK(byte_order_mark_size("\xEF\xBB\xBF<a/>") == 3);
  CHECK(byte_order_mark_size("<a/>") == 0);
  CHECK(byte_order_mark_size("\xEF\xBB") == 0);
}

}  // namespace
}  // namespace kine::xml::scanner_test
