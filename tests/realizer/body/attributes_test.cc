// Tests for realizer/body/attributes.h.
#include "realizer/body/attributes.h"

#include "tests/support/catch.h"

namespace kine::attributes_test {

using namespace kine;
using namespace kine::body;

namespace {

xml::Attribute attribute(std::string value) {
  xml::Attribute made;
  made.name = "offset";
  made.value = std::move(value);
  made.where = {3, 5};
  made.value_where = {3, 13};
  return made;
}

}  // namespace

TEST_CASE("lengths carry their unit, a bare number is metres", "[attributes]") {
  constexpr Range kAny = {-10, 10};
  CHECK(read_length_m(attribute("1.66"), kAny).value() == Approx(1.66));
  CHECK(read_length_m(attribute("1.66m"), kAny).value() == Approx(1.66));
  CHECK(read_length_m(attribute(" 166 cm "), kAny).value() == Approx(1.66));
  CHECK(read_length_m(attribute("1660mm"), kAny).value() == Approx(1.66));
  CHECK_FALSE(read_length_m(attribute("1.66ft"), kAny));
  CHECK_FALSE(read_length_m(attribute("m"), kAny));
  CHECK_FALSE(read_length_m(attribute(""), kAny));
}

TEST_CASE("a length outside its range says the range and the value", "[attributes]") {
  const auto read = read_length_m(attribute("20m"), {0.1, 10});
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::OutOfRange);
  CHECK(read.error().message == "'offset' must lie between 0.1 and 10, not '20m'");
  CHECK(read.error().where == Where{3, 13});
}

TEST_CASE("three numbers make a vector, neither more nor fewer", "[attributes]") {
  constexpr Range kAny = {-5, 5};
  CHECK(read_vec3(attribute("1  -2\t.5"), kAny).value() == Vec3{1, -2, 0.5});
  CHECK_FALSE(read_vec3(attribute("1 2"), kAny));
  CHECK_FALSE(read_vec3(attribute("1 2 3 4"), kAny));
  CHECK_FALSE(read_vec3(attribute("1 2 x"), kAny));
  CHECK_FALSE(read_vec3(attribute("1 2 nan"), kAny));
  CHECK_FALSE(read_vec3(attribute("1 2 5.1"), kAny));
}

TEST_CASE("an element has what it needs and nothing that is unknown", "[attributes]") {
  xml::Element element;
  element.name = "joint";
  element.where = {2, 1};
  element.attributes = {attribute("1")};

  CHECK(check_attributes(element, {"offset"}, {}));
  CHECK(check_attributes(element, {}, {"offset"}));
  const auto unknown = check_attributes(element, {}, {});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().where == Where{3, 5});
  const auto missing = check_attributes(element, {"offset", "name"}, {});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().where == Where{2, 1});
}

TEST_CASE("an element of another namespace is another element", "[attributes]") {
  xml::Element element;
  element.name = "body";
  element.namespace_uri = "urn:a";

  CHECK(check_element(element, "body", "urn:a"));
  CHECK_FALSE(check_element(element, "body", "urn:b"));
  CHECK_FALSE(check_element(element, "joint", "urn:a"));
}

TEST_CASE("names are bounded and can be seen", "[attributes]") {
  CHECK(read_name(attribute("ada")).value() == "ada");
  CHECK(read_name(attribute(std::string(128, 'a'))));
  CHECK(read_name(attribute(std::string(129, 'a'))).error().code == ErrorCode::LimitExceeded);
  CHECK_FALSE(read_name(attribute("")));
  CHECK_FALSE(read_name(attribute("a\nb")));
}

TEST_CASE("words stand between blanks", "[attributes]") {
  CHECK(words_of("").empty());
  CHECK(words_of(" \n").empty());
  CHECK(words_of(" a  bc ") == std::vector<std::string_view>{"a", "bc"});
}

}  // namespace kine::attributes_test
