// Tests for protocol/bml_elements.h. What must be escaped stands in XML 1.0, 2.2, 2.4 and 3.3.3.
#include "protocol/bml_elements.h"

#include <limits>
#include <string>

#include "realizer/xml/xml.h"
#include "tests/support/catch.h"

namespace kine::protocol::bml_elements_test {

TEST_CASE("what is written reads back as it was", "[bml_elements]") {
  const std::string hostile = "a<b>&\"'\n\t\r]]>\xC3\xBC\xF0\x9F\x98\x80";
  BmlElement element = BmlElement::of_core("warningFeedback");
  element.attribute("id", hostile).text(hostile);
  const auto read = xml::parse(element.ended());
  REQUIRE(read);
  CHECK(read->name == "warningFeedback");
  CHECK(read->namespace_uri == "http://www.bml-initiative.org/bml/bml-1.0");
  REQUIRE(read->find_attribute("id"));
  CHECK(read->find_attribute("id")->value == hostile);
  CHECK(read->text == hostile);
}

TEST_CASE("what no XML can hold becomes the replacement character", "[bml_elements]") {
  for (const std::string& bad : {std::string(1, '\0'), std::string("\x1B"), std::string("\xFF"),
                                 std::string("\xC3"), std::string("\xEF\xBF\xBF")}) {
    CHECK(BmlElement("a").text("x" + bad + "y").ended() == "<a>x\xEF\xBF\xBDy</a>");
  }
}

TEST_CASE("seconds are plain decimals", "[bml_elements]") {
  const auto said = [](double value) { return BmlElement("a").seconds("t", value).ended(); };
  CHECK(said(0) == R"(<a t="0"/>)");
  CHECK(said(-0.0) == R"(<a t="0"/>)");
  CHECK(said(1.5) == R"(<a t="1.5"/>)");
  CHECK(said(-100) == R"(<a t="-100"/>)");
  CHECK(said(0.000'000'1) == R"(<a t="0"/>)");
  CHECK(said(1.0 / 3) == R"(<a t="0.333333"/>)");
  CHECK(said(123'456'789'012) == R"(<a t="123456789012"/>)");
}

TEST_CASE("a time that is no time is left out", "[bml_elements]") {
  using Limits = std::numeric_limits<double>;
  for (const double value : {Limits::infinity(), Limits::quiet_NaN(), Limits::max(), -1e300}) {
    CHECK(BmlElement("a").seconds("t", value).ended() == "<a/>");
  }
}

TEST_CASE("an element within another is in its namespace, or says its own", "[bml_elements]") {
  BmlElement outer = BmlElement::of_core("predictionFeedback");
  outer.child(BmlElement("bml")).child(BmlElement("faceFacs", kBmlExtensionsNamespace));
  const auto read = xml::parse(outer.ended());
  REQUIRE(read);
  REQUIRE(read->children.size() == 2);
  CHECK(read->children[0].namespace_uri == "http://www.bml-initiative.org/bml/bml-1.0");
  CHECK(read->children[1].namespace_uri == "http://www.bml-initiative.org/bml/coreextensions-1.0");
}

}  // namespace kine::protocol::bml_elements_test
