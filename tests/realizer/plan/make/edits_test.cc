// Tests for realizer/plan/make/edits.h.
#include "realizer/plan/make/edits.h"

#include <algorithm>
#include <string>
#include <vector>

#include "realizer/plan/make/make.h"
#include "realizer/plan/make/sketch_scopes.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::edits_test {
namespace {

struct Edited {
  Result<Plan> plan;
  std::vector<Warning> warnings;
};

/// Three poses, a, b and c, in a sequence `s`.
Edited edited(const std::string& elements, const std::string& in_b = "") {
  const auto pose = [](const std::string& id, int time, const std::string& more) {
    return "<pose id='" + id + "' time='" + std::to_string(time) + "' " + more +
           "><position joint='rightHand' target='-0.2 1." + std::to_string(time) + " 0.3'/></pose>";
  };
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.styles["tired"].expressivity = {{script::kPosture, -0.75}, {script::kExtent, -0.5}};
  Diagnostics diagnostics;
  auto plan =
      make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>"
                             "<sketch id='weary'><shape posture='-1' extent='-0.5'/></sketch>"
                             "<sketch id='upright'><shape posture='0.5'/></sketch>" +
                             elements + "<sequence id='s'>" + pose("a", 1, "") +
                             pose("b", 2, in_b) + pose("c", 3, "") + "</sequence></script>"),
           "ada", test::example_body(), vocabulary, diagnostics);
  const auto warnings = diagnostics.warnings();
  return {std::move(plan), {warnings.begin(), warnings.end()}};
}

std::vector<double> postures(const std::string& elements, const std::string& in_b = "") {
  const Edited result = edited(elements, in_b);
  REQUIRE(result.plan);
  CHECK(result.plan->valid(test::example_body()));
  std::vector<double> found;
  const Sequence& sequence = result.plan->sequences.at(0);
  for (const Pose& pose : sequence.poses) {
    found.push_back(manner_of(*result.plan, sequence, pose)[script::kPosture]);
  }
  return found;
}

std::string message_of(const std::string& elements) {
  const Edited result = edited(elements);
  return result.plan ? "" : result.plan.error().message;
}

using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("an edit holds from its first pose to its last", "[edits]") {
  CHECK(postures("<edit target='s' from='b' to='b' sketch='weary'/>") == Numbers{0, -1, 0, 0});
  CHECK(postures("<edit target='s' to='b' sketch='weary'/>") == Numbers{-1, -1, 0, 0});
  CHECK(postures("<edit target='s' from='start' to='a' sketch='weary'/>") == Numbers{-1, 0, 0, 0});
}

TEST_CASE("an edit up to the end holds for the way back, too", "[edits]") {
  CHECK(postures("<edit target='s' from='c' sketch='weary'/>") == Numbers{0, 0, -1, -1});
  CHECK(postures("<edit target='s' from='c' to='end' sketch='weary'/>") == Numbers{0, 0, -1, -1});
  CHECK(postures("<edit target='s' from='c' to='c' sketch='weary'/>") == Numbers{0, 0, -1, 0});
}

TEST_CASE("an amount is a share of the way", "[edits]") {
  CHECK(postures("<character sketch='upright'/><edit target='s' to='a' sketch='weary' "
                 "amount='0.5'/>") == Numbers{-0.25, 0.5, 0.5, 0.5});
}

TEST_CASE("an edit of no amount leaves the plan as it is but for who named what", "[edits]") {
  CHECK(postures("<character sketch='upright'/><edit target='s' sketch='weary' amount='0'/>") ==
        Numbers{0.5, 0.5, 0.5, 0.5});
}

TEST_CASE("a pose lies over the edits that hold for it", "[edits]") {
  CHECK(postures("<edit target='s' sketch='weary'/>", "sketch='upright'") ==
        Numbers{-1, 0.5, -1, -1});
}

TEST_CASE("a style is a sketch for an edit, too", "[edits]") {
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.styles["tired"].expressivity = {{script::kPosture, -0.75}};
  const auto document = with_sketches_named(
      test::document_of("<script xmlns='urn:kinesphere:script:1'><sequence id='s'/>"
                        "<edit target='s' sketch='tired'/></script>"),
      vocabulary);
  CHECK(document.sketches.at(0).style.text == "tired");
  CHECK(postures("<edit target='s' sketch='tired'/>") == Numbers{-0.75, -0.75, -0.75, -0.75});
}

TEST_CASE("an edit of an arm gives that arm numbers of its own", "[edits]") {
  const Edited result = edited("<edit target='s' to='a' group='rightArm' sketch='weary'/>");
  REQUIRE(result.plan);
  const Plan& plan = *result.plan;
  const Sequence& sequence = plan.sequences.at(0);
  const auto extent = [&](std::size_t pose, body::Side side) {
    return manner_of(plan, sequence, sequence.poses[pose], side)[script::kExtent];
  };
  CHECK(extent(0, body::Side::Right) == -0.5);
  CHECK(extent(0, body::Side::Left) == 0);
  CHECK(extent(1, body::Side::Right) == 0);
  CHECK(manner_of(plan, sequence, sequence.poses[0])[script::kPosture] == 0);
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].message ==
        "the edit is of rightArm alone, so it leaves out what sketch 'weary' says of more: "
        "posture");
}

TEST_CASE("what an edit does not change has no set of its own", "[edits]") {
  const auto sets_of_poses = [](const std::string& elements) {
    const Edited result = edited(elements);
    REQUIRE(result.plan);
    const auto& poses = result.plan->sequences.at(0).poses;
    return std::ranges::count_if(poses, [](const Pose& pose) { return pose.sketch.has_value(); });
  };
  CHECK(sets_of_poses("<edit target='s' sketch='weary' amount='0'/>") == 0);
  CHECK(sets_of_poses("<edit target='s' group='rightArm' sketch='weary'/>") == 0);
  CHECK(sets_of_poses("<character sketch='upright'/>"
                      "<edit target='s' group='rightArm' sketch='weary'/>") == 0);
  CHECK(sets_of_poses("<edit target='s' to='a' sketch='weary'/>") == 1);
}

TEST_CASE("an edit of the spine bends it and leaves the arms alone", "[edits]") {
  const Edited result = edited("<edit target='s' group='spine' sketch='weary'/>");
  REQUIRE(result.plan);
  const script::Expressivity& manner =
      manner_of(*result.plan, result.plan->sequences.at(0), result.plan->sequences[0].poses.at(0));
  CHECK(manner[script::kPosture] == -1);
  CHECK_FALSE(manner.says(script::kExtent));
}

namespace {

/// Sketches with a nucleus and a tension, and a nucleus of the character.
const std::string kManners =
    "<nucleus id='calm' power='-0.5'/><nucleus id='firm' power='0.5'/>"
    "<nucleus id='usual' power='0.1'/>"
    "<tension id='soft' manner='loose'/><tension id='hard' manner='tense'/>"
    "<sketch id='mild' nucleus='calm' tension='soft'/>"
    "<sketch id='stern' nucleus='firm' tension='hard'/><character nucleus='usual'/>";

using Words = std::vector<std::string>;

/// "calm soft": the nucleus and the tension of each pose, and of the way back.
Words manners(const std::string& elements, const std::string& in_b = "") {
  const Edited result = edited(kManners + elements, in_b);
  REQUIRE(result.plan);
  CHECK(result.plan->valid(test::example_body()));
  Words words;
  for (const Pose& pose : result.plan->sequences.at(0).poses) {
    words.push_back((pose.nucleus ? result.plan->nuclei[*pose.nucleus].id : "-") + " " +
                    (pose.tension ? result.plan->tensions[*pose.tension].id : "-"));
    const auto& by = pose.manners_by;
    if (!by.nuclei.empty()) CHECK(by.nuclei.back().manner == pose.nucleus);
    if (!by.tensions.empty()) CHECK(by.tensions.back().manner == pose.tension);
  }
  return words;
}

}  // namespace

TEST_CASE("an edit gives its poses the nucleus and the tension of its sketch", "[edits]") {
  const std::string mild = "<edit target='s' from='b' to='b' sketch='mild'/>";
  CHECK(manners("") == Words{"usual -", "usual -", "usual -", "usual -"});
  CHECK(manners(mild) == Words{"usual -", "calm soft", "usual -", "usual -"});
  CHECK(manners("<edit target='s' from='b' sketch='mild'/>") ==
        Words{"usual -", "calm soft", "calm soft", "calm soft"});
  CHECK(manners(mild + "<edit target='s' to='b' sketch='stern'/>") ==
        Words{"firm hard", "firm hard", "usual -", "usual -"});
}

TEST_CASE("what a pose names itself counts before the edits of it", "[edits]") {
  const std::string mild = "<edit target='s' from='b' to='b' sketch='mild'/>";
  CHECK(manners(mild, "nucleus='firm'")[1] == "firm soft");
  CHECK(manners(mild, "sketch='stern'")[1] == "firm hard");
}

TEST_CASE("a nucleus and a tension are not shared out", "[edits]") {
  const auto with = [](const std::string& more) {
    return "<edit target='s' to='a' sketch='mild' " + more + "/>";
  };
  CHECK(manners(with("amount='0.5'"))[0] == "calm soft");
  CHECK(manners(with("amount='0.49'"))[0] == "usual -");
  CHECK(manners(with("group='rightArm'"))[0] == "usual -");
  const auto warnings = edited(kManners + with("amount='0.49'")).warnings;
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].message ==
        "the edit has an amount below 0.5, so it leaves out the nucleus and tension of sketch "
        "'mild'");
  const auto of_group = edited(kManners + with("group='rightArm'")).warnings;
  REQUIRE(of_group.size() == 1);
  CHECK(of_group[0].message.starts_with("the edit is of a part of the body"));
  CHECK(edited(kManners + with("amount='0'")).warnings.empty());
}

TEST_CASE("an edit by a style gives the nucleus that the style has", "[edits]") {
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.styles["tired"].expressivity = {{script::kPower, -0.75}};
  const auto named = [&](const std::string& more) {
    return with_sketches_named(
        test::document_of("<script xmlns='urn:kinesphere:script:1'><sequence id='s'/>"
                          "<edit target='s' sketch='tired'" +
                          more + "/></script>"),
        vocabulary);
  };
  REQUIRE(named("").nuclei.size() == 1);
  CHECK(named("").nuclei[0].id.text == "style:tired");
  CHECK(named(" amount='0.4'").nuclei.empty());
}

TEST_CASE("who names manners stands in their order, an edit with its sketch", "[edits]") {
  const Edited result =
      edited(kManners + "<edit target='s' sketch='mild'/>", "nucleus='firm' tension='hard'");
  REQUIRE(result.plan);
  const Pose& b = result.plan->sequences.at(0).poses.at(1);
  REQUIRE(b.manners_by.nuclei.size() == 2);
  CHECK(b.manners_by.nuclei[0].scope == SketchScope::Edit);
  CHECK(b.manners_by.nuclei[0].sketch.has_value());
  CHECK(b.manners_by.nuclei[1].scope == SketchScope::Pose);
  REQUIRE(b.manners_by.tensions.size() == 2);
  CHECK(b.manners_by.tensions[0].scope == SketchScope::Edit);
}

TEST_CASE("what an edit names must be there", "[edits]") {
  CHECK(message_of("<edit target='t' sketch='weary'/>") ==
        "there is no sequence or gesture, near to it are s: 't'");
  CHECK(message_of("<edit target='s' sketch='wery'/>") ==
        "there is no sketch, near to it are weary: 'wery'");
  CHECK(message_of("<edit target='s' from='d' sketch='weary'/>") ==
        "there is no pose of 's', near to it are a, b, c: 'd'");
  CHECK(message_of("<edit target='s' group='rihgtArm' sketch='weary'/>")
            .starts_with("there is no group, near to it are rightArm"));
  CHECK(message_of("<edit target='s' from='c' to='a' sketch='weary'/>") ==
        "the edit ends before 'c', where it begins, at 'a'");
}

TEST_CASE("of many names that are none of them near, none is said", "[edits]") {
  std::string sequences;
  for (int i = 0; i < 30; ++i) sequences += "<sequence id='q" + std::to_string(i) + "'/>";
  CHECK(message_of(sequences + "<edit target='elsewhere' sketch='weary'/>") ==
        "there is no sequence or gesture 'elsewhere'");
}

}  // namespace kine::plan::edits_test
