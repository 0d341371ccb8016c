// Tests for realizer/script/bml/bml_reading.h.
#include "realizer/script/bml/bml_reading.h"

#include "realizer/script/bml_words.h"
#include "realizer/xml/xml.h"
#include "tests/support/catch.h"

namespace kine::script::bml_reading_test {
namespace {

TEST_CASE("a loss is a warning, or refuses the block where it is required", "[bml_reading]") {
  Diagnostics diagnostics;
  BmlReading reading{.diagnostics = diagnostics};
  const Error fault{ErrorCode::OutOfRange, "too much, '9'", {2, 3}};
  reading.leave_out({.about = "g", .fault = fault});
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0] == Warning{.message = "too much, '9'",
                                             .where = {2, 3},
                                             .kind = WarningKind::CannotCreateBehaviour,
                                             .about = "g"});
  CHECK_FALSE(reading.refused.found());
  reading.leave_out({.about = "g", .fault = fault, .required = true});
  REQUIRE(reading.refused.found());
  CHECK(reading.refused.found()->message == "a required part cannot be done: too much, '9'");
}

TEST_CASE("a limit refuses the block whether it is required or not", "[bml_reading]") {
  Diagnostics diagnostics;
  BmlReading reading{.diagnostics = diagnostics};
  reading.leave_out({.fault = {ErrorCode::LimitExceeded, "long, '9'", {1, 1}}});
  CHECK(reading.refused.found());
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("warnings that are held are said or dropped", "[bml_reading]") {
  Diagnostics diagnostics;
  BmlReading reading{.diagnostics = diagnostics};
  reading.hold_warnings();
  reading.warn(WarningKind::Other, "", {}, "a");
  reading.drop_held_warnings();
  reading.hold_warnings();
  reading.warn(WarningKind::Other, "", {}, "b");
  CHECK(diagnostics.warnings().empty());
  reading.say_held_warnings();
  reading.warn(WarningKind::Other, "", {}, "c");
  REQUIRE(diagnostics.warnings().size() == 2);
  CHECK(diagnostics.warnings()[0].message == "b");
}

TEST_CASE("words are the same in capital letters and small ones", "[bml_reading]") {
  CHECK(is_same_word("LEFT_HAND", "left_Hand"));
  CHECK(is_same_word("", ""));
  CHECK_FALSE(is_same_word("LEFT", "LEFT_HAND"));
  CHECK_FALSE(is_same_word("\xC3\x84", "\xC3\xA4"));
}

TEST_CASE("names stand between commas", "[bml_reading]") {
  FirstError error;
  const auto names = names_of({"include", "", " a, b c ,d", {}, {1, 9}}, error);
  REQUIRE(names.size() == 3);
  CHECK(names[1].text == "b c");
  CHECK(names[2].where == Where{1, 9});
  CHECK_FALSE(error.found());
  static_cast<void>(names_of({"include", "", "a,", {}, {1, 9}}, error));
  CHECK(error.found());
}

TEST_CASE("an element belongs to the core, to us, to BMLA or to others", "[bml_reading]") {
  Diagnostics diagnostics;
  BmlReading reading{.diagnostics = diagnostics};
  const auto tongue = [&](std::string_view uri) {
    xml::Element element;
    element.name = "head";
    element.namespace_uri = uri;
    return tongue_of(element, reading);
  };
  CHECK(tongue(kBmlNamespace) == Tongue::Core);
  CHECK(tongue(kBmlExtensions) == Tongue::Core);
  CHECK(tongue("urn:kinesphere:script:1") == Tongue::Ours);
  CHECK(tongue(kBmlaNamespace) == Tongue::Bmla);
  CHECK(tongue(kBmltNamespace) == Tongue::Bmla);
  CHECK(tongue(kBmlisNamespace) == Tongue::Other);
  CHECK(diagnostics.warnings().empty());
  CHECK(tongue("") == Tongue::Core);
  CHECK(tongue("http://www.mindmakers.org/projects/BML") == Tongue::Core);
  CHECK(diagnostics.warnings().size() == 1);
}

}  // namespace
}  // namespace kine::script::bml_reading_test
