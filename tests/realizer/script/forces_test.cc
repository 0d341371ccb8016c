// Tests for realizer/script/forces.h: what is written of pushes and loads reads back.
#include "realizer/script/forces.h"

#include "realizer/script/writing/writer.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::script::forces_test {

TEST_CASE("pushes, loads and firm muscles are written as they were read", "[script_forces]") {
  const Document document = test::document_of(
      "<script xmlns='urn:kinesphere:script:1' character='ada'><character dynamics='torso'/>"
      "<tension id='a' manner='loose'><for joints='head neck' stiffness='12.5' damping='0'/>"
      "<for group='spine' manner='tense' compensate='no' gains='predicted'/></tension>"
      "<push character='ben' start='2s' duration='200ms' joint='upperChest' force='.1 -1 1e2'/>"
      "<push duration='1s' joint='head' force='0 0 0'/>"
      "<load start='1s' end='6s' hand='left' mass='5kg' believed='500g'/>"
      "<load hand='right' mass='0'/></script>");
  REQUIRE(document.pushes.size() == 2);
  REQUIRE(document.loads.size() == 2);
  Document again = test::document_of(write(document));
  for (std::size_t i = 0; i < 2; ++i) {
    again.pushes[i].where = document.pushes[i].where;
    again.loads[i].where = document.loads[i].where;
    CHECK(again.pushes[i].force_N == document.pushes[i].force_N);
    CHECK(again.pushes[i].start == document.pushes[i].start);
    CHECK(again.pushes[i].duration == document.pushes[i].duration);
    CHECK(again.pushes[i].joint.text == document.pushes[i].joint.text);
    CHECK(again.pushes[i].character.text == document.pushes[i].character.text);
    CHECK(again.loads[i].mass_kg == document.loads[i].mass_kg);
    CHECK(again.loads[i].believed_kg == document.loads[i].believed_kg);
    CHECK(again.loads[i].end == document.loads[i].end);
    CHECK(again.loads[i].hand == document.loads[i].hand);
  }
  REQUIRE(again.tensions.size() == 1);
  REQUIRE(again.tensions[0].parts.size() == 3);
  CHECK(again.tensions[0].parts[1].muscles->joints.size() == 2);
  CHECK(again.tensions[0].parts[1].muscles->stiffness_Nm_rad == 12.5);
  CHECK(again.tensions[0].parts[1].muscles->damping_Nms_rad == 0);
  CHECK_FALSE(again.tensions[0].parts[2].muscles->compensates);
  CHECK(again.tensions[0].parts[2].muscles->gains == GainUpdate::Predicted);
  CHECK(again.tensions[0].parts[2].manner.text == "tense");
}

}  // namespace kine::script::forces_test
