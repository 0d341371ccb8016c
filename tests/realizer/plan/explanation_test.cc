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
  vocabulary.styles["tired"] = {{script::kPosture, -0.75}, {script::kTempo, -0.5}};
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
