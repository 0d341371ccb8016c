// Tests for realizer/script/kinesphere/kinesphere_elements.h: what is left to the language around.
// The elements themselves are tested with the reader of our own language.
#include "realizer/script/kinesphere/kinesphere_elements.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::script::kinesphere_elements_test {
namespace {

xml::Element element_of(const std::string& text) {
  auto element = xml::parse(text);
  REQUIRE(element);
  return *std::move(element);
}

TEST_CASE("what was taken before is not refused, and what nobody takes is", "[elements]") {
  const auto element = element_of(
      "<sequence xmlns='urn:kinesphere:script:1' ready='g1:end' priority='2'>"
      "<pose time='1'/></sequence>");
  KinesphereReading reading;
  Attributes knows_it(element, reading.error);
  static_cast<void>(knows_it.raw("ready"));
  const Sequence sequence = read_sequence(element, knows_it, reading);
  CHECK_FALSE(reading.error.found());
  CHECK(sequence.priority == 2);
  CHECK(sequence.poses.size() == 1);

  Attributes does_not(element, reading.error);
  static_cast<void>(read_sequence(element, does_not, reading));
  REQUIRE(reading.error.found());
  CHECK(reading.error.found()->message.ends_with("'ready'"));
}

TEST_CASE("a gesture leaves its end or its fade to be given, not both", "[elements]") {
  const auto fault = [](const std::string& attributes) {
    const auto element =
        element_of("<gesture xmlns='urn:kinesphere:script:1' lexeme='wave' " + attributes + "/>");
    KinesphereReading reading;
    Attributes take(element, reading.error);
    static_cast<void>(take.raw("end"));
    static_cast<void>(read_gesture(element, take, reading));
    return reading.error.found().has_value();
  };
  CHECK_FALSE(fault("end='g1:start'"));
  CHECK_FALSE(fault("fade-out='1'"));
  CHECK(fault("end='g1:start' fade-out='1'"));
}

}  // namespace
}  // namespace kine::script::kinesphere_elements_test
