// Tests for realizer/script/kinesphere/elements.h.
#include "realizer/script/kinesphere/elements.h"

#include "tests/support/catch.h"

namespace kine::script::elements_test {
namespace {

struct Reading {
  FirstError error;
};
using Row = ElementRow<std::string, Reading>;

constexpr Row kRows[] = {
    {"a", [](const xml::Element&, std::string& text, Reading&) { text += "a"; }},
    {"b", [](const xml::Element&, std::string& text, Reading&) { text += "b"; }},
};

struct Outcome {
  std::string text;
  std::optional<Error> error;
};

Outcome outcome_of(std::string_view text) {
  const auto element = xml::parse(text);
  REQUIRE(element);
  Outcome outcome;
  Reading reading;
  read_children<std::string, Reading>(*element, kRows, outcome.text, reading);
  outcome.error = reading.error.found();
  return outcome;
}

TEST_CASE("children are read in their order by the row of their name", "[elements]") {
  const Outcome outcome = outcome_of("<e xmlns='u'> <b/><a/> <!-- c --><b/></e>");
  CHECK(outcome.text == "bab");
  CHECK_FALSE(outcome.error);
}

TEST_CASE("elements of other namespaces are passed over", "[elements]") {
  const Outcome outcome = outcome_of("<e xmlns='u'><a xmlns='v'>text</a><b/></e>");
  CHECK(outcome.text == "b");
  CHECK_FALSE(outcome.error);
}

TEST_CASE("an unknown element is refused with those there are", "[elements]") {
  const Outcome outcome = outcome_of("<e xmlns='u'>\n <c/></e>");
  REQUIRE(outcome.error);
  CHECK(outcome.error->message == "<e> takes a or b of 'u', but not the element 'c'");
  CHECK(outcome.error->where == Where{2, 2});
}

TEST_CASE("an element that lost its namespace is refused", "[elements]") {
  CHECK(outcome_of("<e xmlns='u'><a xmlns=''/></e>").error);
}

TEST_CASE("an element of BML, whose prefix was forgotten, is refused", "[elements]") {
  const Outcome outcome = outcome_of(
      "<k:e xmlns:k='u' xmlns='http://www.bml-initiative.org/bml/bml-1.0'><a/><k:b/></k:e>");
  CHECK(outcome.text == "b");
  REQUIRE(outcome.error);
  CHECK(outcome.error->message == "<e> takes a or b of 'u', but not the element 'a' of BML");
}

TEST_CASE("text is refused where it starts", "[elements]") {
  const Outcome outcome = outcome_of("<e xmlns='u'><a/>\n  hello</e>");
  REQUIRE(outcome.error);
  CHECK(outcome.error->message == "<e> takes no text, 'hello'");
  CHECK(outcome.error->where == Where{2, 3});
}

TEST_CASE("what is to be empty takes no element of ours", "[elements]") {
  const auto element = xml::parse("<e xmlns='u'><a/></e>");
  REQUIRE(element);
  Reading reading;
  expect_no_children(*element, reading);
  CHECK(reading.error.found());
}

}  // namespace
}  // namespace kine::script::elements_test
