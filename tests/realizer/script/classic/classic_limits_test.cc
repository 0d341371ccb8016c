// Tests for realizer/script/classic/classic_limits.h.
#include "realizer/script/classic/classic_limits.h"

#include <cstddef>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::script::classic::classic_limits_test {
namespace {

Script of_one(Element element) {
  Script script;
  script.elements.push_back(std::move(element));
  return script;
}

Script with_setting(std::string key, std::string value) {
  Element element;
  element.settings.push_back({std::move(key), std::move(value), {4, 2}});
  return of_one(element);
}

Script with_elements(std::size_t count, Kind kind) {
  Script script;
  script.elements.resize(count);
  for (Element& element : script.elements) element.kind = kind;
  return script;
}

void check_refused(const Script& script) {
  const auto error = find_excess(script);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::LimitExceeded);
}

TEST_CASE("a start lies up to ten minutes ahead", "[classic_limits]") {
  CHECK_FALSE(find_excess(with_setting("START", "600000")));
  CHECK_FALSE(find_excess(with_setting("START", "asap")));
  const auto error = find_excess(with_setting("START", "+600001"));
  REQUIRE(error);
  CHECK(error->code == ErrorCode::LimitExceeded);
  CHECK(error->message == "START is later than 600 s: '+600001'");
  CHECK(error->where == Where{4, 2});
}

TEST_CASE("times and holds are up to ten minutes long", "[classic_limits]") {
  const std::string key = GENERATE("TIME_POINT", "HOLD", "FADE_IN", "FADE_OUT");
  CHECK_FALSE(find_excess(with_setting(key, "600000")));
  check_refused(with_setting(key, "600001"));
  check_refused(with_setting(key, "1e308"));
  CHECK_FALSE(find_excess(with_setting(key, "never")));  // mended elsewhere
}

TEST_CASE("a value has up to 128 bytes", "[classic_limits]") {
  CHECK_FALSE(find_excess(with_setting("JOINT", std::string(kNameBytesMax, 'x'))));
  check_refused(with_setting("JOINT", std::string(kNameBytesMax + 1, 'x')));

  Element pose;
  pose.id.text = std::string(kNameBytesMax + 1, 'x');
  check_refused(of_one(pose));

  Script script;
  script.feedback_messages.push_back({std::string(kNameBytesMax + 1, 'x'), {}});
  check_refused(script);
}

TEST_CASE("sequences, poses, elements and settings are counted", "[classic_limits]") {
  CHECK_FALSE(find_excess(with_elements(kSequencesMax, Kind::Sequence)));
  check_refused(with_elements(kSequencesMax + 1, Kind::Sequence));
  CHECK_FALSE(find_excess(with_elements(kPosesMax, Kind::Pose)));
  check_refused(with_elements(kPosesMax + 1, Kind::Pose));
  CHECK_FALSE(find_excess(with_elements(kElementsMax, Kind::Morph)));
  check_refused(with_elements(kElementsMax + 1, Kind::Morph));

  Element element;
  element.settings.resize(kAttributesMax);
  CHECK_FALSE(find_excess(of_one(element)));
  element.settings.resize(kAttributesMax + 1);
  check_refused(of_one(element));
}

TEST_CASE("elements stand in each other up to 64 deep", "[classic_limits]") {
  Element element;
  for (std::size_t depth = 1; depth < kNestingMax; ++depth) {
    Element around;
    around.elements.push_back(std::move(element));
    element = std::move(around);
  }
  CHECK_FALSE(find_excess(of_one(element)));
  Element around;
  around.elements.push_back(std::move(element));
  check_refused(of_one(around));
}

}  // namespace
}  // namespace kine::script::classic::classic_limits_test
