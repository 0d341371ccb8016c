// Tests for realizer/xml/xml.h.
#include "realizer/xml/xml.h"

#include <cstddef>
#include <string>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::xml::xml_test {
namespace {

Error error_of(std::string_view text) {
  const auto root = parse(text);
  REQUIRE_FALSE(root);
  return root.error();
}

TEST_CASE("an element knows its name, attributes, children, text and places", "[xml]") {
  const auto root = parse("<a x='1'\n   y = \"2\">\n  <b/>t<c>&lt;<![CDATA[&]]></c>u</a>");

  REQUIRE(root);
  CHECK(root->name == "a");
  CHECK(root->where == Where{1, 1});
  REQUIRE(root->attributes.size() == 2);
  CHECK(root->attributes[0].where == Where{1, 4});
  CHECK(root->attributes[0].value_where == Where{1, 7});
  CHECK(root->attributes[1].value == "2");
  CHECK(root->attributes[1].where == Where{2, 4});
  CHECK(root->attributes[1].value_where == Where{2, 9});
  CHECK(root->text == "tu");
  CHECK(root->text_where == Where{3, 7});
  REQUIRE(root->children.size() == 2);
  CHECK(root->children[0].where == Where{3, 3});
  CHECK(root->children[0].text_where == Where{});
  CHECK(root->children[1].text == "<&");
}

TEST_CASE("an element knows what text stands before it in its parent", "[xml]") {
  const auto root = parse("<a>one<b/> <c>x</c> <d/>two<e/></a>", {.blanks_are_text = true});

  REQUIRE(root);
  CHECK(root->text == "one  two");
  REQUIRE(root->children.size() == 4);
  CHECK(root->children[0].text_before == 3);
  CHECK(root->children[1].text_before == 4);
  CHECK(root->children[2].text_before == 5);
  CHECK(root->children[3].text_before == 8);
}

TEST_CASE("a dialect may take attributes whose prefix nobody declared", "[xml]") {
  constexpr std::string_view kText = "<a q:x='1' x='2'><b q:y='3'/></a>";

  CHECK(error_of(kText).where == Where{1, 4});
  const auto root = parse(kText, {.undeclared_prefixes = true});

  REQUIRE(root);
  CHECK(root->attributes.at(0).namespace_uri == "q");
  CHECK(root->find_attribute("x")->value == "2");
  CHECK(root->children.at(0).attributes.at(0).namespace_uri == "q");
  CHECK_FALSE(parse("<q:a/>", {.undeclared_prefixes = true}));
  CHECK(*parse_root_name(kText) == "a");
}

TEST_CASE("references are resolved and blanks in values normalised as XML says", "[xml]") {
  const auto root =
      parse("<a x='&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#x1F600;' y='a\n\tb&#10;c'/>");

  REQUIRE(root);
  CHECK(root->attributes[0].value == "<>&\"'AB\xF0\x9F\x98\x80");
  CHECK(root->attributes[1].value == "a  b\nc");
}

TEST_CASE("namespaces are scoped, and an attribute without a prefix is in none", "[xml]") {
  const auto root = parse(
      "<a xmlns='urn:1' xmlns:p='urn:2' x='1' p:x='2' xml:lang='en'>"
      "<p:b/><c xmlns='' xmlns:p='urn:3'><p:d/></c><p:e/></a>");

  REQUIRE(root);
  CHECK(root->namespace_uri == "urn:1");
  REQUIRE(root->attributes.size() == 3);
  CHECK(root->attributes[0].namespace_uri.empty());
  CHECK(root->attributes[1].namespace_uri == "urn:2");
  CHECK(root->attributes[1].name == "x");
  CHECK(root->attributes[2].namespace_uri == "http://www.w3.org/XML/1998/namespace");
  CHECK(root->find_attribute("x")->value == "1");
  CHECK(root->find_attribute("lang") == nullptr);
  CHECK(root->children[0].namespace_uri == "urn:2");
  CHECK(root->children[1].namespace_uri.empty());
  CHECK(root->children[1].children[0].namespace_uri == "urn:3");
  CHECK(root->children[2].namespace_uri == "urn:2");
}

TEST_CASE("places are right behind declarations of namespaces", "[xml]") {
  const auto root = parse("<a xmlns='urn:1' x='1'><b xmlns:p='urn:2' p:y='2'/></a>");

  REQUIRE(root);
  CHECK(root->attributes[0].where == Where{1, 18});
  CHECK(root->children[0].attributes[0].where == Where{1, 43});
}

TEST_CASE("a name whose prefix is not declared is refused where it stands", "[xml]") {
  CHECK(error_of("<a>\n <p:b/></a>").where == Where{2, 2});
  CHECK(error_of("<a>\n <p:b/></a>").message == "no namespace is declared for the prefix 'p'");
  CHECK(error_of("<a p:x='1'/>").where == Where{1, 4});
  CHECK(error_of("<a><b xmlns:p='urn:1'/><p:c/></a>").where == Where{1, 24});
}

TEST_CASE("an attribute twice under two prefixes of one namespace is refused", "[xml]") {
  CHECK(error_of("<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'/>").where == Where{1, 36});
}

TEST_CASE("the reserved prefixes stay what they are", "[xml]") {
  CHECK(error_of("<a xmlns:xmlns='urn:1'/>").where == Where{1, 4});
  CHECK(error_of("<a xmlns:xml='urn:1'/>").where == Where{1, 4});
  CHECK(error_of("<a xmlns:p=''/>").where == Where{1, 4});
  CHECK(parse("<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>"));
}

TEST_CASE("a byte order mark is taken and not counted", "[xml]") {
  const auto root = parse("\xEF\xBB\xBF<a x='1'/>");

  REQUIRE(root);
  CHECK(root->where == Where{1, 1});
  CHECK(root->attributes[0].where == Where{1, 4});
}

TEST_CASE("the root's name is found without reading on", "[xml]") {
  CHECK(*parse_root_name("<a>&nonsense") == "a");
  CHECK(*parse_root_name("<?xml version='1.0'?>\n<!-- x --><p:a b='1' xmlns:p='urn:&#49;'/>") ==
        "{urn:1}a");
  CHECK(parse_root_name("\n<p:a/>").error().where == Where{2, 1});
  CHECK(parse_root_name("<!-- x").error().code == ErrorCode::Syntax);
}

TEST_CASE("a tree as deep as the limit is built", "[xml]") {
  std::string text;
  for (std::size_t i = 0; i < kNestingMax; ++i) text += "<a>";
  for (std::size_t i = 0; i < kNestingMax; ++i) text += "</a>";

  const auto root = parse(text);

  REQUIRE(root);
  const Element* innermost = &*root;
  std::size_t depth = 1;
  for (; !innermost->children.empty(); ++depth) innermost = &innermost->children.front();
  CHECK(depth == kNestingMax);
}

}  // namespace
}  // namespace kine::xml::xml_test
