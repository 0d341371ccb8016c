// Tests for realizer/plan/explanation.h.
#include "realizer/plan/explanation.h"

#include <algorithm>
#include <string>
#include <vector>

#include "realizer/plan/make/make.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::explanation_test {
namespace {

std::string explained(const std::string& elements) {
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.styles["tired"].expressivity = {{script::kPosture, -0.75}, {script::kTempo, -0.5}};
  vocabulary.styles["hard"] = {.name = {},
                               .expressivity = {{script::kPower, 0.5}},
                               .transitions = {{.parameters = {{script::kTouch, 0.5}}}}};
  Diagnostics diagnostics;
  auto plan = make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>\n" +
                                     elements + "</script>"),
                   "ada", test::example_body(), vocabulary, diagnostics);
  REQUIRE(plan);
  plan->id = "x";
  return explanation_of(*plan, test::example_body());
}

std::string pose(const std::string& id, const std::string& time, const std::string& more = "") {
  return "<pose id='" + id + "' time='" + time + "' " + more +
         "><position joint='rightHand' target='-0.2 1.2 0.3'/></pose>\n";
}

}  // namespace

TEST_CASE("an explanation says of each pose who set what over whom", "[explanation]") {
  CHECK(
      explained("<sketch id='k' style='tired'><shape posture='0.25' lean-to='door'/></sketch>\n"
                "<sketch id='up'><shape posture='1' extent='0.5'/></sketch>\n"
                "<character sketch='k'/>\n"
                "<sequence id='s'>\n" +
                pose("a", "1") + pose("b", "2", "sketch='up'") + pose("c", "3") +
                "</sequence>\n"
                "<edit target='s' from='c' sketch='up' amount='.5'/>\n"
                "<edit target='s' from='c' group='rightArm' sketch='k'/>\n") ==
      "block x for ada\n"
      "  s\n"
      "    a\n"
      "      posture -0.5, set by script 4:20 'k' (style tired -0.75, written 0.25)\n"
      "      tempo -0.5, set by script 4:20 'k' (style tired)\n"
      "      lean-to door, set by script 4:20 'k'\n"
      "    b\n"
      "      posture 1, set by pose 7:31 'up'; over script 4:20 'k' -0.5 (style tired -0.75, "
      "written 0.25)\n"
      "      extent 0.5, set by pose 7:31 'up'\n"
      "      tempo -0.5, set by script 4:20 'k' (style tired)\n"
      "      lean-to door, set by script 4:20 'k'\n"
      "    c\n"
      "      posture 0.25, set by edit 10:1 'up' 1 by 0.5; over script 4:20 'k' -0.5 (style tired "
      "-0.75, written 0.25)\n"
      "      extent 0.25, set by edit 10:1 'up' 0.5 by 0.5\n"
      "      tempo -0.5, set by script 4:20 'k' (style tired)\n"
      "      lean-to door, set by script 4:20 'k'\n");
}

TEST_CASE("poses that are as the one before are said together", "[explanation]") {
  CHECK(explained("<sketch id='up'><shape posture='1'/></sketch>\n<sequence id='s' sketch='up'>" +
                  pose("a", "1") + pose("b", "2") + pose("c", "3") + "</sequence>") ==
        "block x for ada\n"
        "  s\n"
        "    a\n"
        "      posture 1, set by sequence 3:26 'up'\n"
        "    b, c: as a\n");
}

TEST_CASE("an arm has lines where it is another than the body", "[explanation]") {
  CHECK(explained("<sketch id='far'><shape extent='1'/></sketch>\n"
                  "<edit target='s' group='rightArm' sketch='far'/>\n<sequence id='s'>" +
                  pose("a", "1") + "</sequence>") ==
        "block x for ada\n"
        "  s\n"
        "    a\n"
        "      right arm: extent 1, set by edit 3:1 of rightArm 'far'\n");
}

TEST_CASE("of transitions a group counts before all joints, a phase before all, then the later",
          "[explanation]") {
  CHECK(explained("<sketch id='k'>\n"
                  "<transition phase='stroke' touch='-.25'/>\n"
                  "<transition touch='.5' curve='overshoot' halt='stop'/>\n"
                  "<transition group='rightArm' touch='1' curve='1 .5 1 0'/>\n"
                  "<transition touch='.75'/>\n"
                  "</sketch>\n<sequence id='s' sketch='k'>" +
                  pose("a", "1") + pose("b", "2", "phase='stroke'") + "</sequence>") ==
        "block x for ada\n"
        "  s\n"
        "    a\n"
        "      curve overshoot, set by sequence 8:26 'k'\n"
        "      rightArm: curve 1 0.5 1 0, set by sequence 8:26 'k' of rightArm; over sequence 8:26 "
        "'k' overshoot\n"
        "      touch 0.75, set by sequence 8:26 'k'; over sequence 8:26 'k' 0.5\n"
        "      rightArm: touch 1, set by sequence 8:26 'k' of rightArm; over sequence 8:26 'k' "
        "0.75; over sequence 8:26 'k' 0.5\n"
        "      halt stop, set by sequence 8:26 'k'\n"
        "    b\n"
        "      curve overshoot, set by sequence 8:26 'k'\n"
        "      rightArm: curve 1 0.5 1 0, set by sequence 8:26 'k' of rightArm; over sequence 8:26 "
        "'k' overshoot\n"
        "      touch -0.25, set by sequence 8:26 'k' for stroke; over sequence 8:26 'k' 0.75; over "
        "sequence 8:26 'k' 0.5\n"
        "      rightArm: touch 1, set by sequence 8:26 'k' of rightArm; over sequence 8:26 'k' for "
        "stroke -0.25; over sequence 8:26 'k' 0.75; over sequence 8:26 'k' 0.5\n"
        "      halt stop, set by sequence 8:26 'k'\n");
}

TEST_CASE("an inner scope counts before the transitions of an outer one, also those for a group",
          "[explanation]") {
  CHECK(
      explained("<sketch id='out'><transition phase='stroke' group='rightArm' arc='1'/></sketch>\n"
                "<sketch id='in'><transition arc='.25' tremble='.5'/></sketch>\n"
                "<character sketch='out'/>\n<sequence id='s'>\n" +
                pose("a", "1", "phase='stroke'") + pose("b", "2", "phase='stroke' sketch='in'") +
                pose("c", "3") +
                "</sequence>\n"
                "<edit target='s' from='c' to='c' group='rightArm' sketch='in' amount='.5'/>") ==
      "block x for ada\n"
      "  s\n"
      "    a\n"
      "      rightArm: arc 1, set by script 4:20 'out' for stroke of rightArm\n"
      "    b\n"
      "      arc 0.25, set by pose 7:46 'in'; over script 4:20 'out' for stroke of rightArm 1\n"
      "      tremble 0.5, set by pose 7:46 'in'\n"
      "    c\n"
      "      rightArm: arc 0.125, set by edit 10:1 of rightArm 'in' 0.25 by 0.5\n"
      "      rightArm: tremble 0.25, set by edit 10:1 of rightArm 'in' 0.5 by 0.5\n");
}

TEST_CASE("what a transition of a style adds to one of its sketch is said", "[explanation]") {
  CHECK(explained("<sketch id='k' style='hard'><transition touch='.25'/>\n"
                  "<transition phase='stroke' touch='.25'/></sketch>\n<sequence id='s'>" +
                  pose("a", "1", "sketch='hard'") + pose("b", "2", "sketch='k'") + "</sequence>") ==
        "block x for ada\n"
        "  s\n"
        "    a\n"
        "      touch 0.5, set by pose 4:48 'hard' (style hard)\n"
        "      nucleus style:hard, set by pose 4:48 'hard'\n"
        "    b\n"
        "      touch 0.75, set by pose 5:31 'k' (style hard 0.5, written 0.25); over pose 5:31 'k' "
        "0.5 (style hard)\n"
        "      nucleus style:hard, set by pose 5:31 'k'\n");
}

TEST_CASE("the nucleus and the tension in force are said, and who gives them", "[explanation]") {
  CHECK(explained("<nucleus id='calm' power='-.5'/><nucleus id='wild' power='1'/>\n"
                  "<sketch id='k' nucleus='calm' tension='loose'/>\n"
                  "<sketch id='plain'><shape posture='1'/></sketch>\n"
                  "<character sketch='k'/>\n"
                  "<sequence id='s' sketch='plain'>\n" +
                  pose("a", "1") + pose("b", "2", "sketch='k' nucleus='wild'") +
                  "</sequence>\n<sequence id='t' nucleus='wild' tension='tense'>\n" +
                  pose("c", "1") + "</sequence>") ==
        "block x for ada\n"
        "  s\n"
        "    a\n"
        "      posture 1, set by sequence 6:26 'plain'\n"
        "      nucleus calm, set by script 5:20 'k'\n"
        "      tension loose, set by script 5:20 'k'\n"
        "    b\n"
        "      posture 1, set by sequence 6:26 'plain'\n"
        "      nucleus wild, set by pose 8:43; over pose 8:31 'k' calm; over script 5:20 'k' calm\n"
        "      tension loose, set by pose 8:31 'k'; over script 5:20 'k' loose\n"
        "  t\n"
        "    c\n"
        "      nucleus wild, set by sequence 10:27; over script 5:20 'k' calm\n"
        "      tension tense, set by sequence 10:42; over script 5:20 'k' loose\n");
}

TEST_CASE("an edit that gives a nucleus and a tension is said with its sketch", "[explanation]") {
  CHECK(explained("<nucleus id='calm' power='-.5'/><nucleus id='wild' power='1'/>\n"
                  "<sketch id='k' nucleus='calm' tension='loose'/>\n"
                  "<sequence id='s' nucleus='wild'>" +
                  pose("a", "1") + pose("b", "2") +
                  "</sequence>\n<edit target='s' from='b' to='b' sketch='k'/>\n") ==
        "block x for ada\n"
        "  s\n"
        "    a\n"
        "      nucleus wild, set by sequence 4:27\n"
        "    b\n"
        "      nucleus calm, set by edit 7:1 'k'; over sequence 4:27 wild\n"
        "      tension loose, set by edit 7:1 'k'\n");
}

TEST_CASE("a face is said by its channels, and who gives it", "[explanation]") {
  const std::string text = explained(
      "<sketch id='glad'><face name='jawOpen' amount='0.5'/></sketch>"
      "<sketch id='plain'><face name='jawLeft'/></sketch>\n<character sketch='glad'/>"
      "<sequence id='s' sketch='plain'>" +
      pose("p", "1", "") + "</sequence>");
  CHECK(text.find("face jawLeft 1, set by sequence") != std::string::npos);
  CHECK(text.find("over script") != std::string::npos);
  CHECK(text.find("jawOpen 0.5") != std::string::npos);
}

TEST_CASE("where no sketch says anything, one line says so", "[explanation]") {
  CHECK(explained("<sequence id='s'>" + pose("a", "1") + "</sequence>") ==
        "block x for ada\n  all is as usual: no sketch says anything\n");
}

TEST_CASE("an explanation says what meanings became, and by which dictionary", "[explanation]") {
  const std::vector<ChosenMeaning> meanings = {
      {.gesture = "a",
       .meaning = "greeting",
       .lexeme = "nod",
       .weight = 3,
       .weights = 4.5,
       .scope = SketchScope::Sequence,
       .sketch = {"me", {7, 40}},
       .style = "shy"},
      {.gesture = "b",
       .meaning = "greeting",
       .lexeme = "wave",
       .scope = SketchScope::Script,
       .sketch = {"me", {7, 40}}},
      {.gesture = "c", .meaning = "self", .lexeme = "heart", .style = "proud"},
      {.gesture = "d", .meaning = "self", .lexeme = "heart"}};
  Diagnostics diagnostics;
  auto plan = make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'/>"),
                   "ada", test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  plan->id = "x";
  CHECK(explanation_of(*plan, test::example_body(), meanings) ==
        "block x for ada\n"
        "  a: greeting is nod, 3 of 4.5 by sequence 7:40 'me' (style shy)\n"
        "  b: greeting is wave, 1 of 1 by script 7:40 'me'\n"
        "  c: self is heart, 1 of 1 by style proud\n"
        "  d: self is heart, 1 of 1 by everybody's dictionary\n"
        "  all is as usual: no sketch says anything\n");
}

TEST_CASE("an explanation is no longer than its bound", "[explanation]") {
  std::string poses;
  for (int i = 1; i <= 3000; ++i) {
    poses += pose("p" + std::to_string(i), std::to_string(0.01 * i),
                  i % 2 == 0 ? "sketch='up'" : "sketch='down'");
  }
  const std::string text = explained(
      "<sketch id='up'><shape posture='1'/></sketch><sketch id='down'><shape "
      "posture='-1'/></sketch>"
      "<sequence id='s'>" +
      poses + "</sequence>");
  CHECK(std::ranges::count(text, '\n') == static_cast<long>(kExplanationLinesMax + 2));
  CHECK(text.ends_with("  and 1001 lines more\n"));
}

}  // namespace kine::plan::explanation_test
