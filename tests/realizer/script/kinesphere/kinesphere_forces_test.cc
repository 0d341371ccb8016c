// Tests for realizer/script/kinesphere/kinesphere_forces.h.
#include "realizer/script/kinesphere/kinesphere_forces.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::script::kinesphere_forces_test {
namespace {

std::string in_script(const std::string& elements) {
  return "<script xmlns='urn:kinesphere:script:1'>\n" + elements + "</script>";
}

}  // namespace

TEST_CASE("a push says where, how hard, when and how long", "[kinesphere_forces]") {
  const Document document = test::document_of(in_script(
      "<push character='ben' start='2s' duration='200ms' joint='upperChest' force='0 -1 150'/>"));
  REQUIRE(document.pushes.size() == 1);
  const Push& push = document.pushes[0];
  CHECK(push.character.text == "ben");
  CHECK(push.start == Seconds(2));
  CHECK(push.duration == Seconds(0.2));
  CHECK(push.joint.text == "upperChest");
  CHECK(push.force_N == Vec3{0, -1, 150});
  CHECK(push.where == Where{2, 1});
}

TEST_CASE("a load says in which hand, how heavy and for how long", "[kinesphere_forces]") {
  const Document document = test::document_of(
      in_script("<load start='1s' end='6s' hand='left' mass='5kg' believed='500g'/>"
                "<load hand='right' mass='0.25'/>"));
  REQUIRE(document.loads.size() == 2);
  const Load& first = document.loads[0];
  CHECK(first.start == Seconds(1));
  CHECK(first.end == Seconds(6));
  CHECK(first.hand == LoadHand::Left);
  CHECK(first.mass_kg == 5);
  CHECK(first.believed_kg == 0.5);
  const Load& second = document.loads[1];
  CHECK(second.start == Seconds(0));
  CHECK_FALSE(second.end);
  CHECK(second.hand == LoadHand::Right);
  CHECK(second.mass_kg == 0.25);
  CHECK_FALSE(second.believed_kg);
}

TEST_CASE("absurd forces and masses are refused where they stand", "[kinesphere_forces]") {
  struct Case {
    std::string element;
    std::string message;
  };
  const std::string push = "<push duration='1s' joint='head' ";
  const std::string load = "<load hand='left' ";
  const Case cases[] = {
      {push + "force='0 0 2001'/>",
       "force of <push> must be no larger than 2000 newtons, not '0 0 2001'"},
      {push + "force='1e300 1e300 0'/>",
       "force of <push> must be no larger than 2000 newtons, not '1e300 1e300 0'"},
      {push + "force='5'/>", "force of <push> must be a force in newtons like '0 0 150', not '5'"},
      {push + "/>", "<push> needs the attribute 'force'"},
      {"<push duration='0s' joint='head' force='0 0 1'/>",
       "duration of <push> must be above 0s and up to 5s, not '0s'"},
      {"<push duration='6s' joint='head' force='0 0 1'/>",
       "duration of <push> must be above 0s and up to 5s, not '6s'"},
      {load + "mass='51kg'/>", "mass of <load> must be from 0kg to 50kg, not '51kg'"},
      {load + "mass='-1kg'/>", "mass of <load> must be from 0kg to 50kg, not '-1kg'"},
      {load + "mass='1kg' believed='9t'/>",
       "believed of <load> must be a mass like 5kg or 500g, not '9t'"},
      {load + "mass='1kg' start='2s' end='1s'/>",
       "end of <load> must be later than its start, not '1s'"},
      {"<load hand='both' mass='1kg'/>", "hand of <load> must be left or right, not 'both'"},
      {"<load hand='left' mass='1kg'><pose/></load>",
       "<load> takes nothing of 'urn:kinesphere:script:1', but not the element 'pose'"}};
  for (const Case& each : cases) {
    CAPTURE(each.element);
    CHECK(test::refusal_of(in_script(each.element)).message == each.message);
  }
}

TEST_CASE("pushes and loads by the thousand are refused", "[kinesphere_forces]") {
  std::string pushes;
  for (int i = 0; i < 300; ++i) pushes += "<push duration='1s' joint='head' force='0 0 1'/>";
  CHECK(test::refusal_of(in_script(pushes)).code == ErrorCode::LimitExceeded);
  std::string loads;
  for (int i = 0; i < 300; ++i) loads += "<load hand='left' mass='1kg'/>";
  CHECK(test::refusal_of(in_script(loads)).code == ErrorCode::LimitExceeded);
}

}  // namespace kine::script::kinesphere_forces_test
