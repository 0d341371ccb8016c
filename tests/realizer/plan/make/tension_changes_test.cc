// Tests for realizer/plan/make/tension_changes.h.
#include "realizer/plan/make/tension_changes.h"

#include <algorithm>
#include <string>

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::tension_changes_test {
namespace {

/// A pose of one hand, at a place that the time does not matter for.
std::string pose(const std::string& attributes, const std::string& hand = "rightHand") {
  const std::string x = hand == "rightHand" ? "-0.2" : "0.2";
  return "<pose " + attributes + "><position joint='" + hand + "' target='" + x +
         " 1.2 0.3'/></pose>";
}

Plan plan_of(const std::string& elements) {
  return test::plan_of(
      test::document_of("<script xmlns='urn:kinesphere:script:1'>" + elements + "</script>"));
}

std::vector<TensionChange> changes_of(const Plan& plan) {
  return in_order(plan, test::ada(), tension_changes(plan, test::ada()));
}
std::vector<TensionChange> changes_of(const std::string& elements) {
  return changes_of(plan_of(elements));
}

TensionChange change(double at_s, ArmSet arms, const Tension& tension) {
  return {.at = Seconds(at_s), .arms = arms, .tension = tension};
}

constexpr Tension kTense{0.005, 0.3};
constexpr Tension kTenseWay{0.01, 0.4};
constexpr Tension kLoose{0.1, 0.5};
constexpr Tension kLooseBack{0.15, 0.4};
constexpr Tension kLimp{0.3, 0.4};

TEST_CASE("a sequence that names a manner has the values of its phases", "[tension_changes]") {
  const auto changes =
      changes_of("<sequence start='1' tension='tense'>" + pose("time='0.5' phase='preparation'") +
                 pose("time='1' hold='0.5' phase='stroke'") + "</sequence>");
  const std::vector<TensionChange> wanted = {change(1, ArmSet::Right, kTenseWay),
                                             change(1.5, ArmSet::Right, kTense),
                                             change(2.5, ArmSet::Right, kTenseWay)};
  CHECK(changes == wanted);
}

TEST_CASE("a hold after a preparation waits as tense as the stroke that comes",
          "[tension_changes]") {
  const auto changes =
      changes_of("<sequence tension='tense'>" + pose("time='0.5' hold='0.3' phase='preparation'") +
                 pose("time='1' phase='stroke'") + "</sequence>");
  REQUIRE(changes.size() == 3);
  CHECK(changes[1] == change(0.5, ArmSet::Right, kTense));
}

TEST_CASE("a movement without a phase is a stroke, and what comes after the last hold goes back",
          "[tension_changes]") {
  const auto changes =
      changes_of("<sequence tension='loose'>" + pose("time='1' hold='1'") + "</sequence>");
  const std::vector<TensionChange> wanted = {change(0, ArmSet::Right, kLoose),
                                             change(2, ArmSet::Right, kLooseBack)};
  CHECK(changes == wanted);
}

TEST_CASE("a tension of a phase holds until another takes its place, past its sequence's end",
          "[tension_changes]") {
  const auto changes = changes_of(
      "<tension id='a' phase='stroke' rest-error='2cm' zeta='0.6'/>"
      "<sequence tension='a'>" +
      pose("time='0.5' phase='preparation'") + pose("time='1' hold='1' phase='stroke'") +
      "</sequence>");
  const std::vector<TensionChange> wanted = {change(0.5, ArmSet::Right, {0.02, 0.6})};
  CHECK(changes == wanted);
}

TEST_CASE("a movement goes from one tension to another, and is there at its end",
          "[tension_changes]") {
  const auto changes =
      changes_of("<sequence tension='loose'>" + pose("time='0.5'") +
                 pose("time='2' tension='tense' tension-from='limp'") + "</sequence>");
  TensionChange movement = change(0.5, ArmSet::Right, kTense);
  movement.from = kLimp;
  movement.over = Seconds(1.5);
  const std::vector<TensionChange> wanted = {change(0, ArmSet::Right, kLoose), movement,
                                             change(2, ArmSet::Right, kLooseBack)};
  CHECK(changes == wanted);
}

TEST_CASE("a movement that comes from a tension of its own goes to what there is",
          "[tension_changes]") {
  const auto changes = changes_of("<sequence>" + pose("time='0.5' hold='1'") +
                                  pose("time='2' tension-from='limp'") + "</sequence>");
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].at == Seconds(1.5));
  CHECK(changes[0].from == kLimp);
  CHECK_FALSE(changes[0].tension);
  CHECK(changes[0].over == Seconds(0.5));
}

TEST_CASE("of pose, sequence and character the nearest that says anything is heard",
          "[tension_changes]") {
  const auto changes = changes_of(
      "<character tension='loose'/><tension id='left' arm='left' manner='tense'/>"
      "<sequence start='1' tension='tense'>" +
      pose("time='0.5'") + pose("time='1' tension='limp'") + pose("time='1.5'") +
      // A tension of the other arm says nothing of this one.
      pose("time='2' tension='left'") + "</sequence>");
  const std::vector<TensionChange> wanted = {
      change(0, ArmSet::Both, kLoose), change(1, ArmSet::Right, kTense),
      change(1.5, ArmSet::Right, kLimp), change(2, ArmSet::Right, kTense),
      change(3, ArmSet::Right, kTenseWay)};
  CHECK(changes == wanted);
}

TEST_CASE("a character's tension holds from the start on, also where nothing moves",
          "[tension_changes]") {
  CHECK(changes_of("<character tension='limp'/>") ==
        std::vector<TensionChange>{change(0, ArmSet::Both, kLimp)});
  const auto changes = changes_of("<character tension='loose'/><sequence start='1'>" +
                                  pose("time='1'", "leftHand") + "</sequence>");
  const std::vector<TensionChange> wanted = {change(0, ArmSet::Both, kLoose),
                                             change(2, ArmSet::Left, kLooseBack)};
  CHECK(changes == wanted);
}

TEST_CASE("a tension is that of the arms which its sequence moves", "[tension_changes]") {
  const std::string both =
      "<pose time='1'><position joint='rightHand' target='-0.2 1.2 0.3'/>"
      "<position joint='leftHand' target='0.2 1.2 0.3'/></pose>";
  CHECK(changes_of("<sequence tension='limp'>" + both + "</sequence>") ==
        std::vector<TensionChange>{change(0, ArmSet::Both, kLimp)});
  CHECK(changes_of("<tension id='a'><for arm='left' manner='limp'/></tension>"
                   "<sequence tension='a'>" +
                   both + "</sequence>") ==
        std::vector<TensionChange>{change(0, ArmSet::Left, kLimp)});
  CHECK(changes_of("<sequence tension='limp'><pose time='1'><swivel side='left' angle='20'/></pose>"
                   "</sequence>") == std::vector<TensionChange>{change(0, ArmSet::Left, kLimp)});
  CHECK(changes_of("<sequence tension='limp'><pose time='1'><look-at target='camera'/></pose>"
                   "</sequence>")
            .empty());
}

TEST_CASE("arms that move by turns in one sequence change by turns", "[tension_changes]") {
  const auto changes = changes_of("<sequence>" + pose("time='1' tension='limp'") +
                                  pose("time='2' tension='tense'", "leftHand") + "</sequence>");
  const std::vector<TensionChange> wanted = {change(0, ArmSet::Left, kTense),
                                             change(0, ArmSet::Right, kLimp)};
  CHECK(changes == wanted);
}

TEST_CASE("a pose that asks for nothing marks a phase of its sequence's arms",
          "[tension_changes]") {
  const auto changes =
      changes_of("<sequence>" + pose("time='1' hold='3'") + "<pose time='2' tension='limp'/>" +
                 "<pose time='3' tension='off'/></sequence>");
  REQUIRE(changes.size() == 2);
  CHECK(changes[0] == change(1, ArmSet::Right, kLimp));
  CHECK(changes[1].at == Seconds(2));
  CHECK_FALSE(changes[1].tension);
  CHECK(changes[1].over == kTensionOffOver);
}

TEST_CASE("a sequence that another hides is heard again when that is over", "[tension_changes]") {
  const auto changes =
      changes_of("<sequence tension='loose' fade-out='0'>" + pose("time='1'") + pose("time='3'") +
                 "</sequence><sequence start='0.5' tension='tense' fade-out='200ms'>" +
                 pose("time='1'") + "</sequence>");
  // At 1.0 the first begins its second movement below the other, which goes back from 1.5 to 1.7.
  const std::vector<TensionChange> wanted = {
      change(0, ArmSet::Right, kLoose), change(0.5, ArmSet::Right, kTense),
      change(1.5, ArmSet::Right, kTenseWay), change(1.7, ArmSet::Right, kLoose),
      change(3, ArmSet::Right, kLooseBack)};
  CHECK(changes == wanted);
}

TEST_CASE("who takes over an arm is not loosened by the one before who goes back",
          "[tension_changes]") {
  const auto changes = changes_of("<sequence tension='loose'>" + pose("time='1' hold='1'") +
                                  "</sequence><sequence start='1.9' tension='tense'>" +
                                  pose("time='1'") + "</sequence>");
  const std::vector<TensionChange> wanted = {change(0, ArmSet::Right, kLoose),
                                             change(1.9, ArmSet::Right, kTense),
                                             change(2.9, ArmSet::Right, kTenseWay)};
  CHECK(changes == wanted);
}

TEST_CASE("a gesture of the lexicon has the phases of its lexeme, at its times",
          "[tension_changes]") {
  const auto lexemes = script::read_lexicon(R"(<lexicon xmlns="urn:kinesphere:script:1">
    <lexeme name="knock" hands="any" tags="t" description="d" fade-out="500ms">
      <pose id="ready" time="400ms" hold="100ms" phase="preparation">
        <position joint="rightHand" target="-0.2 1.2 0.3"/>
      </pose>
      <pose id="stroke-end" time="700ms" hold="300ms" phase="stroke">
        <position joint="rightHand" target="-0.2 1.0 0.3"/>
      </pose>
    </lexeme></lexicon>)");
  REQUIRE(lexemes);
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.lexemes["knock"] = lexemes->at(0);
  Diagnostics diagnostics;
  const auto plan = make(test::document_of("<script xmlns='urn:kinesphere:script:1'>"
                                           "<gesture lexeme='knock' hand='left' tension='tense' "
                                           "start='1' ready='2' stroke-end='2.5'/></script>"),
                         "", test::ada(), vocabulary, diagnostics);
  REQUIRE(plan);
  CHECK(diagnostics.warnings().empty());
  const auto changes = changes_of(*plan);
  REQUIRE(changes.size() == 3);
  CHECK(changes[0] == change(1, ArmSet::Left, kTenseWay));
  CHECK(changes[1].tension == kTense);
  CHECK(changes[1].at.count() == Approx(2));  // it waits there, as tense as its stroke
  CHECK(changes[2].tension == kTenseWay);
  CHECK(changes[2].at.count() == Approx(2.8));
}

TEST_CASE("a nucleus that shifts time takes the changes along with their phases",
          "[tension_changes]") {
  const std::string tensions =
      "<tension id='a' manner='tense'><for phase='stroke' manner='limp'/></tension>";
  const std::string poses =
      pose("time='1' hold='0.5' phase='preparation'") + pose("time='2' hold='0.5' phase='stroke'");
  const auto with_nucleus = [&](const std::string& nucleus) {
    return plan_of(tensions + "<nucleus id='n' " + nucleus +
                   "/><sequence tension='a' nucleus='n'>" + poses + "</sequence>");
  };
  const Plan plain = with_nucleus("power='0'");
  const std::string nucleus =
      GENERATE("temporal-extent='1'", "temporal-extent='-1'", "power='1'", "fluidity='-1'");
  CAPTURE(nucleus);
  const Plan shifted = test::with_all(with_nucleus(nucleus));
  REQUIRE(shifted.sequences[0] != plain.sequences[0]);

  // The stroke begins where the hold before it ends, and the way back where the last hold does.
  const Sequence& sequence = shifted.sequences[0];
  const std::vector<Key>& keys = sequence.tracks.at(0).keys;
  std::size_t stroke = 0;
  while (sequence.poses[keys[stroke].pose].phase != script::Phase::Stroke) ++stroke;
  REQUIRE(stroke > 0);
  const auto changes = changes_of(shifted);
  const auto limp = std::ranges::find(changes, std::optional(kLimp), &TensionChange::tension);
  REQUIRE(limp != changes.end());
  CHECK(limp->at == keys[stroke - 1].time + keys[stroke - 1].hold);
  CHECK(changes.back().at == sequence.end_of_holds());
  CHECK(changes.back().tension == kTenseWay);
}

TEST_CASE("arms that change alike do it together, and what changes nothing is left out",
          "[tension_changes]") {
  const std::string left = "<sequence tension='tense'>" + pose("time='1'", "leftHand") +
                           pose("time='2'", "leftHand") + "</sequence>";
  const auto changes = changes_of("<tension id='slow' manner='tense' over='1s'/>" + left +
                                  "<sequence tension='slow'>" + pose("time='2'") + "</sequence>");
  TensionChange slow = change(0, ArmSet::Right, kTense);
  slow.over = Seconds(1);
  TensionChange slow_back = change(2, ArmSet::Right, kTenseWay);
  slow_back.over = Seconds(1);
  const std::vector<TensionChange> wanted = {change(0, ArmSet::Left, kTense), slow,
                                             change(2, ArmSet::Left, kTenseWay), slow_back};
  CHECK(changes == wanted);
  CHECK(changes_of(left + "<sequence tension='tense'>" + pose("time='2'") + "</sequence>") ==
        std::vector<TensionChange>{change(0, ArmSet::Both, kTense),
                                   change(2, ArmSet::Both, kTenseWay)});
}

TEST_CASE("whatever is said, each arm changes at one time once, and only to what is another",
          "[tension_changes]") {
  const char* names[] = {"", "tense", "limp", "off", "a"};
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    script::Document document = test::random_script(seed);
    script::Tension by_phase;
    by_phase.id = test::named("a");
    by_phase.parts = {{.phase = script::Phase::Stroke, .value = Tension{0.02, 0.5}},
                      {.phase = {}, .arms = ArmSet::Left, .manner = test::named("loose")}};
    document.tensions = {by_phase};
    std::size_t next = seed;
    for (script::Sequence& sequence : document.sequences) {
      sequence.tension = test::named(names[next++ % 5]);
      for (script::Pose& each : sequence.poses) each.tension = test::named(names[next++ % 3]);
    }
    const Plan plan = test::with_all(test::plan_of(document));
    const auto changes = changes_of(plan);
    CHECK(std::ranges::is_sorted(changes, {}, &TensionChange::at));
    for (const body::Side side : {body::Side::Left, body::Side::Right}) {
      const TensionChange* before = nullptr;
      for (const TensionChange& each : changes) {
        if (!contains(each.arms, side)) continue;
        CHECK((!each.tension || valid(*each.tension)));
        CHECK((each.tension || each.over > Seconds(0)));
        CHECK(each.at <= plan.end());
        if (before != nullptr) CHECK(before->at < each.at);
        if (before != nullptr) CHECK(before->tension != each.tension);
        before = &each;
      }
    }
  }
}

TEST_CASE("a tension that is named in vain is warned of where it is named", "[tension_changes]") {
  const auto warnings_of = [](const std::string& elements) {
    const script::Document document =
        test::document_of("<script xmlns='urn:kinesphere:script:1'>\n" + elements + "</script>");
    Diagnostics diagnostics;
    REQUIRE(make(document, "", test::ada(), test::example_vocabulary(), diagnostics));
    return std::vector<Warning>(diagnostics.warnings().begin(), diagnostics.warnings().end());
  };
  const auto idle = warnings_of(
      "<sequence tension='loose'><pose time='1'><look-at target='camera'/></pose></sequence>");
  REQUIRE(idle.size() == 1);
  CHECK(idle[0].message == "the tension changes nothing, for its sequence moves no arm: 'loose'");
  CHECK(idle[0].where == Where{2, 20});
  const auto other = warnings_of("<tension id='a' arm='left' manner='tense'/><sequence>" +
                                 pose("time='1' tension='a'") + "</sequence>");
  REQUIRE(other.size() == 1);
  CHECK(other[0].message ==
        "the tension changes nothing, for its sequence moves no arm that it is of: 'a'");
  CHECK(warnings_of("<sequence tension='loose'>" + pose("time='1'") + "</sequence>").empty());
}

TEST_CASE("the strokes of an arm end at appointments, and what has no phase is one",
          "[tension_changes]") {
  const auto strokes_of = [](const std::string& elements) {
    return arm_strokes(plan_of(elements).sequences.at(0), test::ada());
  };
  const auto named =
      strokes_of("<sequence start='1' priority='2'>" + pose("time='0.5' phase='preparation'") +
                 pose("time='0.8' hold='0.5' phase='stroke'") +
                 pose("time='1.8' phase='retraction'") + "</sequence>");
  REQUIRE(named.size() == 1);
  CHECK(named[0].side == body::Side::Right);
  CHECK(named[0].start.count() == Approx(1.5));
  CHECK(named[0].last_leg.count() == Approx(1.5));
  CHECK(named[0].end.count() == Approx(1.8));
  CHECK(named[0].priority == 2);
  const auto unnamed = strokes_of("<sequence>" + pose("time='0.5' hold='0.2'") + pose("time='1'") +
                                  pose("time='1.3'", "leftHand") + "</sequence>");
  REQUIRE(unnamed.size() == 3);
  CHECK(unnamed[0].side == body::Side::Left);
  CHECK(unnamed[1].end.count() == Approx(0.5));
  CHECK(unnamed[2].start.count() == Approx(0.7));
}

TEST_CASE("legs without a hold between them are one stroke, for the last one's appointment",
          "[tension_changes]") {
  const auto strokes = arm_strokes(
      plan_of("<sequence>" + pose("time='0.4' phase='preparation'") +
              pose("time='0.6' phase='stroke'") + pose("time='0.9' phase='stroke'") + "</sequence>")
          .sequences.at(0),
      test::ada());
  REQUIRE(strokes.size() == 1);
  CHECK(strokes[0].start.count() == Approx(0.4));
  CHECK(strokes[0].last_leg.count() == Approx(0.6));
  CHECK(strokes[0].end.count() == Approx(0.9));
}

}  // namespace
}  // namespace kine::plan::tension_changes_test
