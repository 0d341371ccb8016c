// Tests for realizer/script/attributes.h.
#include "realizer/script/attributes.h"

#include "tests/support/catch.h"

namespace kine::script::attributes_test {
namespace {

xml::Element element_of(std::string_view text) {
  auto element = xml::parse(text);
  REQUIRE(element);
  return *std::move(element);
}

TEST_CASE("each attribute is taken with its type", "[attributes]") {
  const auto element = element_of(
      "<e n=' big ' x='0.5' i='-3' t='20ms' l='2cm' a='180' b='yes' p='1 2 3' d='0 0 2' v='-x' "
      "w='red'/>");
  const std::string_view words[] = {"blue", "red"};
  FirstError error;
  Attributes take(element, error);

  CHECK(take.name("n").text == "big");
  CHECK(take.name("n").where == Where{1, 7});
  CHECK(take.number("x", {0, 1}) == 0.5);
  CHECK(take.whole_number("i", {-5, 5}) == -3);
  CHECK(take.time("t", {0, 1}) == Seconds(0.02));
  CHECK(take.length_m("l", {0, 1}) == 0.02);
  CHECK(*take.angle_rad("a", {-360, 360}) == Approx(3.14159265358979));
  CHECK(take.yes_no("b") == true);
  CHECK(take.point_m("p") == Vec3{1, 2, 3});
  CHECK(take.direction("d") == Vec3{0, 0, 1});
  CHECK(take.axis("v") == Vec3{-1, 0, 0});
  CHECK(take.one_of("w", words) == 1);
  take.done();
  CHECK_FALSE(error.found());
}

TEST_CASE("what nobody asked for is left, but for what is another namespace's", "[attributes]") {
  const auto element = element_of("<e a='1' q:b='2' c='3' d='4' xmlns:q='urn:q'/>");
  FirstError error;
  Attributes take(element, error);
  static_cast<void>(take.raw("c"));
  static_cast<void>(take.raw("missing"));

  const auto left = take.left();
  REQUIRE(left.size() == 2);
  CHECK(left[0]->name == "a");
  CHECK(left[1]->name == "d");
}

TEST_CASE("what is not there is empty, and wrong only where it is needed", "[attributes]") {
  const auto element = element_of("<a>\n  <e/></a>").children[0];
  FirstError error;
  Attributes take(element, error);

  CHECK(take.name("n").empty());
  CHECK_FALSE(take.number("x", {0, 1}));
  CHECK_FALSE(error.found());
  CHECK(take.where_of("x") == Where{2, 3});
  take.number("x", {0, 1}, Need::Required);
  REQUIRE(error.found());
  CHECK(error.found()->message == "<e> needs the attribute 'x'");
  CHECK(error.found()->where == Where{2, 3});
}

TEST_CASE("a wrong value is quoted with its place", "[attributes]") {
  const auto element = element_of("<e x='abc'/>");
  FirstError error;
  Attributes take(element, error);

  CHECK_FALSE(take.number("x", {0, 1}));
  CHECK(*error.found() == Error{ErrorCode::Syntax, "x of <e> must be a number, not 'abc'", {1, 7}});
}

TEST_CASE("bounds belong to the range unless they are excluded", "[attributes]") {
  CHECK(Bounds{0, 1}.contains(0));
  CHECK(Bounds{0, 1}.contains(1));
  CHECK_FALSE(Bounds{0, 1}.contains(1.001));
  CHECK_FALSE(Bounds{0, 1}.contains(-0.001));
  CHECK_FALSE(Bounds{0, 1, "", true}.contains(0));

  const auto element = element_of("<e t='-1ms'/>");
  FirstError error;
  Attributes take(element, error);
  CHECK_FALSE(take.time("t", {0, 600, "s"}));
  CHECK(*error.found() ==
        Error{ErrorCode::OutOfRange, "t of <e> must be from 0s to 600s, not '-1ms'", {1, 7}});
}

TEST_CASE("a point past the limit of positions is out of range", "[attributes]") {
  const auto at_limit = element_of("<e p='0 0 100'/>");
  const auto past_limit = element_of("<e p='1 0 100'/>");
  const auto far_past = element_of("<e p='1e308 1e308 1e308'/>");
  FirstError error;

  CHECK(Attributes(at_limit, error).point_m("p"));
  CHECK_FALSE(error.found());
  CHECK_FALSE(Attributes(far_past, error).point_m("p"));
  CHECK_FALSE(Attributes(past_limit, error).point_m("p"));
  CHECK(error.found()->code == ErrorCode::OutOfRange);
}

TEST_CASE("an attribute that nobody asked for is refused with those there are", "[attributes]") {
  const auto element = element_of("<e xmlns:f='urn:f' f:z='1' x='1' y='2'/>");
  FirstError error;
  Attributes take(element, error);
  take.number("x", {0, 1});
  take.number("w", {0, 1});
  take.done();

  REQUIRE(error.found());
  CHECK(error.found()->message == "<e> takes x or w, without a prefix, but not the attribute 'y'");
  CHECK(error.found()->where == Where{1, 34});
}

TEST_CASE("of several errors the first in the text is told", "[attributes]") {
  FirstError error;
  error.add({ErrorCode::Syntax, "second", {2, 1}});
  error.add({ErrorCode::Syntax, "first", {1, 9}});
  error.add({ErrorCode::Syntax, "third", {3, 1}});
  CHECK(error.found()->message == "first");
}

TEST_CASE("names are bounded and have no control characters", "[attributes]") {
  CHECK_FALSE(find_fault_of_name(std::string(128, 'n'), {1, 2}));
  CHECK_FALSE(find_fault_of_name("\xC3\xA9\xC2\xA0", {1, 2}));
  CHECK(find_fault_of_name(std::string(129, 'n'), {1, 2})->code == ErrorCode::LimitExceeded);
  CHECK(find_fault_of_name("a\nb", {1, 2})->where == Where{1, 2});
  CHECK(find_fault_of_name("a\x7F", {1, 2}));

  const auto element = element_of("<e n=' '/>");
  FirstError error;
  CHECK(Attributes(element, error).name("n").empty());
  CHECK(error.found());
}

TEST_CASE("a distance is a length or a word", "[attributes]") {
  const auto element = element_of("<e a='80cm' b='social' c='near' d='11m'/>");
  FirstError error;
  Attributes take(element, error);
  CHECK(take_distance("a", take) == Distance(0.8));
  CHECK(take_distance("b", take) == Distance(Nearness::Social));
  CHECK_FALSE(take_distance("none", take));
  CHECK_FALSE(error.found());
  CHECK_FALSE(take_distance("d", take));
  CHECK_FALSE(take_distance("c", take));
  REQUIRE(error.found());
  CHECK(error.found()->message == "c of <e> must be intimate, personal or social, not 'near'");
}

TEST_CASE("alternatives are listed as people list them", "[attributes]") {
  const std::string_view words[] = {"a", "b", "c"};
  CHECK(one_of_these(words) == "a, b or c");
  CHECK(one_of_these({words, 1}) == "a");
  CHECK(one_of_these({}) == "nothing");
}

}  // namespace
}  // namespace kine::script::attributes_test
