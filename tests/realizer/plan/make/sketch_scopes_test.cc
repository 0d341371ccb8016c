// Tests for realizer/plan/make/sketch_scopes.h.
#include "realizer/plan/make/sketch_scopes.h"

#include <string>
#include <vector>

#include "realizer/body/channels.h"
#include "realizer/plan/make/make.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::sketch_scopes_test {
namespace {

Vocabulary with_sketched_styles() {
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.styles["tired"].expressivity = {
      {script::kPower, -0.5}, {script::kPosture, -0.75}, {script::kInvolvement, 0.25}};
  vocabulary.styles["bent"].expressivity = {{script::kLine, 1}};
  vocabulary.styles["bent"].dynamics = script::Dynamics::Torso;
  return vocabulary;
}

Result<Plan> planned(const std::string& elements) {
  Diagnostics diagnostics;
  return make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>" +
                                elements + "</script>"),
              "ada", test::example_body(), with_sketched_styles(), diagnostics);
}

Plan plan_of(const std::string& elements) {
  const auto plan = planned(elements);
  REQUIRE(plan);
  CHECK(plan->valid(test::example_body()));
  return *plan;
}

std::string message_of(const std::string& elements) {
  const auto plan = planned(elements);
  return plan ? "" : plan.error().message;
}

const std::string kPose =
    "<pose time='1'><position joint='rightHand' target='-0.2 1.2 0.3'/></pose>";

std::string pose_with(const std::string& attributes) {
  return "<pose time='2' " + attributes +
         "><position joint='rightHand' target='-0.2 1.3 0.3'/></pose>";
}

const script::Expressivity& manner(const Plan& plan, std::size_t pose) {
  return manner_of(plan, plan.sequences.at(0), plan.sequences[0].poses.at(pose));
}

std::string nucleus_of_pose(const Plan& plan, std::size_t pose) {
  const auto nucleus = plan.sequences.at(0).poses.at(pose).nucleus;
  return nucleus ? plan.nuclei[*nucleus].id : "";
}

}  // namespace

TEST_CASE("the nearest scope replaces parameter by parameter what outer ones say",
          "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='a'><shape posture='-0.5' line='0.5' head='1' lean-to='apple'/></sketch>"
      "<sketch id='b'><shape posture='0.25' round='1'/></sketch>"
      "<sketch id='c'><shape posture='0'/></sketch>"
      "<character sketch='a'/><sequence sketch='b'>" +
      kPose + pose_with("sketch='c'") + "</sequence>");
  CHECK(plan.sketch.has_value());
  CHECK(manner(plan, 0)[script::kPosture] == 0.25);
  CHECK(manner(plan, 0)[script::kLine] == 0.5);
  CHECK(manner(plan, 0)[script::kRound] == 1);
  CHECK(manner(plan, 1)[script::kPosture] == 0);
  CHECK(manner(plan, 1)[script::kRound] == 1);
  CHECK(manner(plan, 1)[script::kHead] == 1);
  CHECK(lean_to_of(plan, plan.sequences[0], plan.sequences[0].poses[1]) == "apple");
  CHECK(plan.sketches[*plan.sequences[0].poses[1].sketch].id == "a + b + c");
}

TEST_CASE("transitions of outer scopes and for all joints come first: the later one counts",
          "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='a'><transition group='rightArm' touch='1'/><transition touch='0.5'/></sketch>"
      "<sketch id='b'><transition phase='stroke' touch='0.25'/><transition touch='0'/></sketch>"
      "<character sketch='a'/><sequence sketch='b'>" +
      kPose + "</sequence>");
  const Sketch* const sketch = find_sketch(plan, plan.sequences.at(0));
  REQUIRE(sketch != nullptr);
  REQUIRE(sketch->transitions.size() == 4);
  CHECK(sketch->transitions[0].parameters[script::kTouch] == 0.5);
  CHECK(sketch->transitions[1].group.has_value());
  CHECK(sketch->transitions[2].parameters.says(script::kTouch));
  CHECK(sketch->transitions[3].phase == script::Phase::Stroke);
}

TEST_CASE("a transition of a style adds to one of its sketch for the same movement",
          "[sketch_scopes]") {
  Vocabulary vocabulary = with_sketched_styles();
  vocabulary.styles["bent"].transitions = {
      {.parameters = {{script::kTouch, 0.5}, {script::kArc, 0.75}}},
      {.phase = script::Phase::Stroke, .curve = TransitionCurve{1, 0, 1, 2}}};
  Diagnostics diagnostics;
  const auto plan =
      make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>"
                             "<sketch id='a' style='bent'><transition touch='0.25' arc='0.5'/>"
                             "</sketch><sequence sketch='a'>" +
                             kPose + "</sequence></script>"),
           "ada", test::example_body(), vocabulary, diagnostics);
  REQUIRE(plan);
  const std::vector<Transition>& all = plan->sketches.at(0).transitions;
  REQUIRE(all.size() == 3);
  CHECK(all[1].parameters[script::kTouch] == 0.75);
  CHECK(all[1].parameters[script::kArc] == 1);
  CHECK(all[2].curve.has_value());
}

TEST_CASE("a sketch has the tension and the face of its style, where it says none itself",
          "[sketch_scopes]") {
  Vocabulary vocabulary = with_sketched_styles();
  vocabulary.styles["tired"].tension = {"loose", {}};
  vocabulary.styles["tired"].faces = {{.name = {"jawOpen", {}}, .amount = 0.25}};
  Diagnostics diagnostics;
  const auto plan =
      make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>"
                             "<sketch id='own' style='tired' tension='tense'>"
                             "<face name='jawLeft'/><face name='jawLeft'/></sketch>"
                             "<sequence sketch='tired'>" +
                             kPose + "</sequence><sequence sketch='own' start='5'>" + kPose +
                             "</sequence></script>"),
           "ada", test::example_body(), vocabulary, diagnostics);
  REQUIRE(plan);
  const auto tension = [&](std::size_t i) {
    return plan->tensions.at(*plan->sequences.at(i).tension).id;
  };
  CHECK(tension(0) == "style:loose");
  CHECK(plan->tensions.at(*plan->sequences.at(0).tension).over > Seconds{0});
  CHECK(tension(1) == "tense");
  const auto face = [&](std::size_t i) {
    return find_sketch(*plan, plan->sequences.at(i))->face.value();
  };
  CHECK(face(0) == std::vector<FacePart>{{*body::find_channel("jawOpen"), 0.25}});
  CHECK(face(1) == std::vector<FacePart>{{*body::find_channel("jawLeft"), body::kChannelMax}});
}

TEST_CASE("a sketch has the dynamics of its style, and its scope those of its sketch",
          "[sketch_scopes]") {
  using enum script::Dynamics;
  const Plan plan = plan_of(
      "<sketch id='own' style='bent' dynamics='body'/><character sketch='bent'/>"
      "<sequence sketch='own'>" +
      kPose + "</sequence><sequence sketch='bent' dynamics='none'>" + kPose +
      "</sequence><sequence>" + pose_with("sketch='own'") + "</sequence>");
  CHECK(plan.dynamics == Torso);
  CHECK(plan.sequences.at(0).dynamics == Body);
  CHECK(plan.sequences.at(1).dynamics == None);
  CHECK_FALSE(plan.sequences.at(2).dynamics);  // a pose's sketch says nothing of it
  CHECK(plan.most_physical() == Body);
}

TEST_CASE("the transitions of a style count in the order of their scope", "[sketch_scopes]") {
  Vocabulary vocabulary = with_sketched_styles();
  vocabulary.styles["bent"].transitions = {
      {.phase = script::Phase::Stroke, .parameters = {{script::kTouch, 1}}},
      {.parameters = {{script::kArc, 0.5}}}};
  const auto all = transitions_of("bent", test::example_body(), vocabulary);
  REQUIRE(all.size() == 2);
  CHECK_FALSE(all[0].phase.has_value());
  CHECK(all[1].phase == script::Phase::Stroke);
  CHECK(transitions_of("nobody", test::example_body(), vocabulary).empty());
}

TEST_CASE("half of an edit is half of the way to its face", "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='a'><face name='jawOpen' amount='0.5'/></sketch>"
      "<sketch id='b'><face name='jawLeft'/></sketch>"
      "<sequence id='s' sketch='a'>" +
      kPose + "</sequence><edit target='s' sketch='b' amount='0.5'/>");
  const auto face = find_sketch(plan, plan.sequences.at(0), plan.sequences[0].poses.at(0))->face;
  CHECK(face == std::vector<FacePart>{{*body::find_channel("jawOpen"), 0.25},
                                      {*body::find_channel("jawLeft"), 0.5}});
}

TEST_CASE("a face that is none is refused, with those near to it", "[sketch_scopes]") {
  const std::string message = message_of("<sketch id='a'><face name='jawOpem'/></sketch>");
  CHECK(message.find("there is no face, near to it") != std::string::npos);
  CHECK(message.find("jawOpen") != std::string::npos);
}

TEST_CASE("a style and what its sketch says add up", "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='a' style='tired'><shape posture='-0.5' involvement='0.75'/></sketch>"
      "<sequence sketch='a'>" +
      kPose + "</sequence>");
  CHECK(manner(plan, 0)[script::kPosture] == -1);
  CHECK(manner(plan, 0)[script::kInvolvement] == 0.5);
  CHECK_FALSE(manner(plan, 0).says(script::kPower));
}

TEST_CASE("a sum that is the usual value again hides what outer scopes say", "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='outer'><shape posture='1'/></sketch>"
      "<sketch id='a' style='tired'><shape posture='0.75'/></sketch>"
      "<character sketch='outer'/><sequence sketch='a'>" +
      kPose + "</sequence>");
  CHECK(manner(plan, 0)[script::kPosture] == 0);
}

TEST_CASE("a nucleus leaves alone what a style holds for sketches", "[sketch_scopes]") {
  const Plan plan =
      plan_of("<nucleus id='n' style='tired'/><sequence nucleus='n'>" + kPose + "</sequence>");
  CHECK(plan.nuclei.at(0).expressivity == script::Expressivity{{script::kPower, -0.5}});
  CHECK(plan.sketches.empty());
}

TEST_CASE("what a style has for a nucleus is the nucleus of the scope, unless one is named",
          "[sketch_scopes]") {
  const std::string sketches =
      "<nucleus id='calm' fluidity='1'/><nucleus id='own' power='1'/>"
      "<sketch id='a' style='tired'/><sketch id='b' style='tired' nucleus='calm'/>"
      "<sketch id='c' style='bent'/>";
  const auto of_pose = [&](const std::string& attributes) {
    return plan_of(sketches + "<sequence " + attributes + ">" + kPose + "</sequence>");
  };
  const Plan styled = of_pose("sketch='a'");
  const std::size_t nucleus = styled.sequences[0].poses[0].nucleus.value();
  CHECK(styled.nuclei[nucleus].expressivity == script::Expressivity{{script::kPower, -0.5}});
  CHECK(nucleus_of_pose(of_pose("sketch='b'"), 0) == "calm");
  CHECK(nucleus_of_pose(of_pose("sketch='b' nucleus='own'"), 0) == "own");
  CHECK(nucleus_of_pose(of_pose("sketch='a' nucleus='own'"), 0) == "own");
  CHECK(nucleus_of_pose(of_pose("sketch='c'"), 0).empty());
}

// <effort weight> 1 is power 0.8, anticipation and reaction 0.4 (script/composites.cc).
TEST_CASE("composites give numbers, and numbers that are written win", "[sketch_scopes]") {
  const std::string sketches =
      "<nucleus id='calm' fluidity='1'/>"
      "<sketch id='a'><effort weight='0.5'/><timing reaction='-1'/></sketch>"
      "<sketch id='b' style='tired'><effort weight='1'/></sketch>"
      "<sketch id='c' nucleus='calm'><effort weight='1'/></sketch>"
      "<sketch id='d'><effort weight='0'/></sketch>";
  const auto of_pose = [&](const std::string& id) {
    return plan_of(sketches + "<sequence sketch='" + id + "'>" + kPose + "</sequence>");
  };
  const auto power_of = [](const Plan& plan) {
    const std::size_t nucleus = plan.sequences.at(0).poses.at(0).nucleus.value();
    return plan.nuclei[nucleus].expressivity[script::kPower];
  };
  const Plan strong = of_pose("a");
  CHECK(manner(strong, 0)[script::kAnticipation] == Approx(0.2));
  CHECK(manner(strong, 0)[script::kReaction] == -1);
  CHECK_FALSE(manner(strong, 0).says(script::kPower));
  CHECK(power_of(strong) == Approx(0.4));
  CHECK(power_of(of_pose("b")) == Approx(-0.5 + 0.8));
  CHECK(manner(of_pose("b"), 0)[script::kPosture] == -0.75);
  CHECK(nucleus_of_pose(of_pose("c"), 0) == "calm");
  CHECK(power_of(of_pose("d")) == 0);
}

TEST_CASE("a composite of an inner scope hides what an outer scope says", "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='a'><timing anticipation='1' tempo='1'/></sketch>"
      "<sketch id='b'><effort weight='-0.5'/></sketch><character sketch='a'/><sequence>" +
      kPose + pose_with("sketch='b'") + "</sequence>");
  CHECK(manner(plan, 0)[script::kAnticipation] == 1);
  CHECK(manner(plan, 1)[script::kAnticipation] == Approx(-0.2));
  CHECK(manner(plan, 1)[script::kTempo] == 1);
}

TEST_CASE("a name that composites made is none that a script may look for", "[sketch_scopes]") {
  CHECK(message_of("<sketch id='a'><effort weight='1'/></sketch>"
                   "<sketch id='b' nucleus='sketsh'/><sequence sketch='a'>" +
                   kPose + "</sequence>")
            .find("sketch:a") == std::string::npos);
}

TEST_CASE("the nucleus of an inner sketch goes before that of an outer scope", "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<nucleus id='calm'/><nucleus id='own'/><sketch id='a' nucleus='calm'/>"
      "<character nucleus='own'/><sequence>" +
      kPose + pose_with("sketch='a'") + "</sequence>");
  CHECK(nucleus_of_pose(plan, 0) == "own");
  CHECK(nucleus_of_pose(plan, 1) == "calm");
}

TEST_CASE("the tension of a sketch is that of its scope, unless one is named", "[sketch_scopes]") {
  const Plan plan =
      plan_of("<sketch id='a' tension='loose'/><character sketch='a'/><sequence sketch='a'>" +
              kPose + pose_with("sketch='a' tension='tense'") + "</sequence>");
  CHECK(plan.tensions[plan.tension.value()].id == "loose");
  CHECK(plan.tensions[plan.sequences[0].tension.value()].id == "loose");
  CHECK(plan.tensions[plan.sequences[0].poses[1].tension.value()].id == "tense");
}

TEST_CASE("sets that say the same are one", "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='a'><shape posture='1'/></sketch><sketch id='b'><shape posture='1'/></sketch>"
      "<sequence sketch='a'>" +
      kPose + pose_with("sketch='b'") + "</sequence>");
  CHECK(plan.sketches.size() == 1);
  CHECK_FALSE(plan.sequences[0].poses[1].sketch);  // that of its sequence
}

TEST_CASE("unknown names are refused with the nearest ones", "[sketch_scopes]") {
  const std::string weary = "<sketch id='weary'/>";
  CHECK(message_of(weary + "<sequence sketch='wery'>" + kPose + "</sequence>") ==
        "there is no sketch, near to it are weary: 'wery'");
  CHECK(message_of(weary + "<character sketch='wery'/>") ==
        "there is no sketch, near to it are weary: 'wery'");
  CHECK(message_of("<sequence sketch='wery'>" + kPose + "</sequence>") ==
        "there is no sketch, there are bent, tired: 'wery'");
  CHECK(message_of("<sketch id='a' style='tird'/>") ==
        "there is no style, near to it are tired: 'tird'");
  CHECK(message_of("<nucleus id='calm'/><sketch id='a' nucleus='clam'/>")
            .starts_with("there is no nucleus"));
  CHECK(message_of("<sketch id='a' tension='lose'/>").starts_with("there is no tension"));
}

TEST_CASE("what only a character's sketch has is left out elsewhere, with a warning",
          "[sketch_scopes]") {
  const std::string wide =
      "<sketch id='wide'><shape width='1' chest='0.5'/><idle amount='0'/></sketch>";
  const auto warned = [&](const std::string& elements) {
    Diagnostics diagnostics;
    const auto plan =
        make(test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>" + wide +
                               elements + "</script>"),
             "ada", test::example_body(), test::example_vocabulary(), diagnostics);
    REQUIRE(plan);
    std::vector<std::string> warnings;
    for (const Warning& each : diagnostics.warnings()) warnings.push_back(each.message);
    const Sequence& sequence = plan->sequences.at(0);
    const script::Expressivity& manner = manner_of(*plan, sequence, sequence.poses.at(0));
    CHECK(manner[script::kChest] == 0.5);
    return std::pair(manner.says(script::kWidth), warnings);
  };
  using Warned = std::pair<bool, std::vector<std::string>>;
  const Warned left_out{false,
                        {"only a character's sketch has these, so here sketch 'wide' is without "
                         "them: width of <shape>, amount of <idle>"}};
  const std::string sequence = "<sequence id='s'>" + kPose + pose_with("") + "</sequence>";
  CHECK(warned("<character sketch='wide'/>" + sequence) == Warned{true, {}});
  CHECK(warned("<sequence sketch='wide'>" + kPose + "</sequence>") == left_out);
  CHECK(warned("<sequence>" + pose_with("sketch='wide'") + "</sequence>") == left_out);
  CHECK(warned("<edit target='s' sketch='wide'/>" + sequence) == left_out);
}

TEST_CASE("a plan as text says sketches where there are some", "[sketch_scopes]") {
  const Plan plan = plan_of(
      "<sketch id='a'><shape posture='-0.5' lean-to='apple'/></sketch><character sketch='a'/>"
      "<sequence>" +
      kPose + "</sequence>");
  const std::string text = to_text(plan, test::example_body());
  CHECK(text.find("sketch a; posture -0.500 lean-to apple\n") != std::string::npos);
  CHECK(
      to_text(plan_of("<sequence>" + kPose + "</sequence>"), test::example_body()).find("sketch") ==
      std::string::npos);
}

TEST_CASE("a plan with a wrong index or range of a sketch is not valid", "[sketch_scopes]") {
  Plan plan = plan_of("<sketch id='a'/><sequence sketch='a'>" + kPose + "</sequence>");
  plan.sequences[0].poses[0].sketch = 1;
  CHECK_FALSE(plan.valid(test::example_body()));
  plan.sequences[0].poses[0].sketch = 0;
  CHECK(plan.valid(test::example_body()));
  plan.sketches[0].rhythm = {1, 0};
  CHECK_FALSE(plan.valid(test::example_body()));
  plan.sketches[0].rhythm.clear();
  plan.sequences[0].poses[0].arm_sketches[1] = 1;
  CHECK_FALSE(plan.valid(test::example_body()));
  plan.sequences[0].poses[0].arm_sketches[1].reset();
  plan.sketches[0].expressivity.write(script::kPosture, 2);
  CHECK_FALSE(plan.valid(test::example_body()));
}

}  // namespace kine::plan::sketch_scopes_test
