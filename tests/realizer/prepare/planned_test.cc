// Tests for realizer/prepare/planned.h: sounds of our own language.
#include "realizer/prepare/planned.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/speech/syllables_voice.h"

namespace kine::planned_test {
namespace {

std::vector<std::shared_ptr<const motion::Block>> blocks_of(const std::string& inside) {
  const std::vector<std::shared_ptr<const Cast>> casts = {test::cast_named("ada", test::ada()),
                                                          test::cast_named("ben", test::ben())};
  const test::SyllablesVoice voice;
  Diagnostics diagnostics;
  const auto prepared =
      prepare("<script xmlns='urn:kinesphere:script:1' character='ada'>" + inside + "</script>",
              {.casts = casts, .voice = &voice}, diagnostics);
  REQUIRE(prepared);
  CHECK(diagnostics.warnings().empty());
  return prepared->blocks;
}

}  // namespace

TEST_CASE("a script of our own plays a sound beside what else it does", "[planned]") {
  const auto blocks = blocks_of(
      "<sequence id='s'><pose time='1'><turn group='head-neck' nod='5'/></pose>"
      "</sequence><bodylanguage id='talk' start='500ms' audio='talk.wav' "
      "mode='planned'/>");
  REQUIRE(blocks.size() == 1);
  REQUIRE(blocks[0]->utterances.size() == 1);
  CHECK(blocks[0]->utterances[0].start == Seconds(0.5));
  CHECK(blocks[0]->utterances[0].id == "talk");
  CHECK(blocks[0]->parts.at(0).id == "s");
  CHECK(blocks[0]->parts.at(1).id == "talk");
  CHECK(blocks[0]->schedule.empty());  // which only blocks of BML have
}

TEST_CASE("a sound is of the character that it names, and may be all that a script does",
          "[planned]") {
  const auto blocks = blocks_of(
      "<bodylanguage character='ben' audio='talk' mode='none'/>"
      "<bodylanguage audio='talk' mode='none'/>");
  REQUIRE(blocks.size() == 2);
  for (const auto& each : blocks) CHECK(each->utterances.size() == 1);
}

}  // namespace kine::planned_test
